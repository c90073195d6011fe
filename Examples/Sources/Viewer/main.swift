// A window that shows a picture or plays an animation: Viewer https://example.org/photo.jpg
import CGtk
import WebImage
import WebImageGTK

guard let source = CommandLine.arguments.dropFirst().first else { fatalError("Name a picture: an address or a path.") }
gtk_init()
MainLoopBridge.install()  // tasks and the main actor run inside of GTK's loop from here on

let view = PictureView()
view.setImage(with: source) { if case .failure(let error) = $0 { print(error) } }

let window = UnsafeMutablePointer<GtkWindow>(OpaquePointer(gtk_window_new()))
gtk_window_set_title(window, source)
gtk_window_set_default_size(window, 800, 600)
gtk_window_set_child(window, UnsafeMutablePointer(view.widget))
gtk_window_present(window)
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
