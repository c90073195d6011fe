#ifndef WI_GTK_SHIM_H
#define WI_GTK_SHIM_H

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <stdbool.h>
#include <unistd.h>

// libdispatch's door for foreign main loops; the name is what CoreFoundation uses, and it is exported on Linux.
extern int _dispatch_get_main_queue_port_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

/// The file that becomes readable when the main queue has work.
static inline int wi_main_queue_file(void) { return _dispatch_get_main_queue_port_4CF(); }

/// Runs what waits in the main queue. The event file's counter is read first: work that comes later makes it readable again.
static inline void wi_main_queue_drain(void) {
    uint64_t count;
    ssize_t result = read(_dispatch_get_main_queue_port_4CF(), &count, sizeof count);
    (void)result;
    _dispatch_main_queue_callback_4CF(NULL);
}

/// `G_OBJECT` and `GTK_WIDGET` are macros, which Swift doesn't see; all objects are passed as plain pointers.
static inline bool wi_is_picture(void *object) { return GTK_IS_PICTURE(object); }
static inline bool wi_is_image(void *object) { return GTK_IS_IMAGE(object); }
static inline bool wi_is_button(void *object) { return GTK_IS_BUTTON(object); }
static inline bool wi_is_widget(void *object) { return GTK_IS_WIDGET(object); }

/// `gtk_accessible_update_property` takes a variable number of arguments.
static inline void wi_set_accessible_label(void *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/// Whether the person wants movement; `g_object_get` takes a variable number of arguments.
static inline bool wi_animations_enabled(void) {
    gboolean enabled = TRUE;
    GtkSettings *settings = gtk_settings_get_default();
    if (settings) g_object_get(settings, "gtk-enable-animations", &enabled, NULL);
    return enabled;
}

// MARK: The paintable
//
// One object stays on the widget while pictures come and go: frames of an animation are then a redraw and never a new
// layout, and a transition can draw the old picture and the new one. It is defined here, and not in Swift, because a GObject
// class needs functions with C's calling convention in tables that GObject copies.

enum { WI_TRANSITION_NONE, WI_TRANSITION_CROSSFADE, WI_TRANSITION_SLIDE, WI_TRANSITION_FLIP };
enum { WI_EDGE_LEFT, WI_EDGE_RIGHT, WI_EDGE_TOP, WI_EDGE_BOTTOM };

typedef struct {
    GObject parent;
    GdkPaintable *current;
    GdkPaintable *previous;
    /// The size that the picture claims; it stays when the pixels are given back.
    int width, height;
    int style, edge;
    double progress;
    /// The size at which it was drawn last, and who wants to hear when that changes.
    double drawn_width, drawn_height;
    void (*on_resize)(void *);
    void *on_resize_data;
    /// How often it was drawn.
    int draw_count;
} wi_paintable;

typedef struct {
    GObjectClass parent;
} wi_paintable_class;

/// Draws a picture inside of the area, its shape kept.
static inline void wi_paintable_draw(GdkPaintable *picture, GdkSnapshot *snapshot, double width, double height) {
    if (!picture) return;
    double picture_width = gdk_paintable_get_intrinsic_width(picture);
    double picture_height = gdk_paintable_get_intrinsic_height(picture);
    if (picture_width <= 0 || picture_height <= 0) return;
    double ratio = MIN(width / picture_width, height / picture_height);
    double w = picture_width * ratio, h = picture_height * ratio;
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)((width - w) / 2), (float)((height - h) / 2)));
    gdk_paintable_snapshot(picture, snapshot, w, h);
    gtk_snapshot_restore(snapshot);
}

static inline void wi_paintable_slide(wi_paintable *self, GdkSnapshot *snapshot, double width, double height) {
    double x = self->edge == WI_EDGE_LEFT ? -width : self->edge == WI_EDGE_RIGHT ? width : 0;
    double y = self->edge == WI_EDGE_TOP ? -height : self->edge == WI_EDGE_BOTTOM ? height : 0;
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(
        snapshot, &GRAPHENE_POINT_INIT((float)(-x * self->progress), (float)(-y * self->progress)));
    wi_paintable_draw(self->previous, snapshot, width, height);
    gtk_snapshot_restore(snapshot);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(
        snapshot, &GRAPHENE_POINT_INIT((float)(x * (1 - self->progress)), (float)(y * (1 - self->progress))));
    wi_paintable_draw(self->current, snapshot, width, height);
    gtk_snapshot_restore(snapshot);
    gtk_snapshot_pop(snapshot);
}

static inline void wi_paintable_flip(wi_paintable *self, GdkSnapshot *snapshot, double width, double height) {
    // The first half turns the old picture edge-on, the second half turns the new one out of that.
    bool first = self->progress < 0.5;
    double part = first ? self->progress * 2 : (1 - self->progress) * 2;
    bool across = self->edge == WI_EDGE_LEFT || self->edge == WI_EDGE_RIGHT;
    float scale = (float)MAX(0.001, 1 - part);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)(width / 2), (float)(height / 2)));
    gtk_snapshot_scale(snapshot, across ? scale : 1, across ? 1 : scale);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)(-width / 2), (float)(-height / 2)));
    wi_paintable_draw(first ? self->previous : self->current, snapshot, width, height);
    gtk_snapshot_restore(snapshot);
}

static inline void wi_paintable_snapshot(GdkPaintable *paintable, GdkSnapshot *snapshot, double width, double height) {
    wi_paintable *self = (wi_paintable *)paintable;
    self->draw_count += 1;
    if (width != self->drawn_width || height != self->drawn_height) {
        self->drawn_width = width;
        self->drawn_height = height;
        if (self->on_resize) self->on_resize(self->on_resize_data);
    }
    if (width <= 0 || height <= 0) return;
    if (self->style == WI_TRANSITION_CROSSFADE) {
        gtk_snapshot_push_cross_fade(snapshot, self->progress);
        wi_paintable_draw(self->previous, snapshot, width, height);
        gtk_snapshot_pop(snapshot);
        wi_paintable_draw(self->current, snapshot, width, height);
        gtk_snapshot_pop(snapshot);
    } else if (self->style == WI_TRANSITION_SLIDE) {
        wi_paintable_slide(self, snapshot, width, height);
    } else if (self->style == WI_TRANSITION_FLIP) {
        wi_paintable_flip(self, snapshot, width, height);
    } else if (self->current) {
        gdk_paintable_snapshot(self->current, snapshot, width, height);
    }
}

static inline int wi_paintable_width(GdkPaintable *paintable) { return ((wi_paintable *)paintable)->width; }
static inline int wi_paintable_height(GdkPaintable *paintable) { return ((wi_paintable *)paintable)->height; }

static inline void wi_paintable_interface_init(void *interface, void *data) {
    (void)data;
    GdkPaintableInterface *table = (GdkPaintableInterface *)interface;
    table->snapshot = wi_paintable_snapshot;
    table->get_intrinsic_width = wi_paintable_width;
    table->get_intrinsic_height = wi_paintable_height;
}

static inline void wi_paintable_dispose(GObject *object) {
    wi_paintable *self = (wi_paintable *)object;
    g_clear_object(&self->current);
    g_clear_object(&self->previous);
    self->on_resize = NULL;
    G_OBJECT_CLASS(g_type_class_peek(G_TYPE_OBJECT))->dispose(object);
}

static inline void wi_paintable_class_init(void *class, void *data) {
    (void)data;
    G_OBJECT_CLASS(class)->dispose = wi_paintable_dispose;
}

static inline wi_paintable *wi_paintable_new(void) {
    // Looked up by name, so that the type is registered once however many modules include this file.
    GType type = g_type_from_name("WebImagePaintable");
    if (type == 0) {
        type = g_type_register_static_simple(
            G_TYPE_OBJECT, "WebImagePaintable", sizeof(wi_paintable_class), wi_paintable_class_init,
            sizeof(wi_paintable), NULL, 0);
        const GInterfaceInfo info = {wi_paintable_interface_init, NULL, NULL};
        g_type_add_interface_static(type, GDK_TYPE_PAINTABLE, &info);
    }
    return (wi_paintable *)g_object_new(type, NULL);
}

/// Shows `texture` (NULL: nothing) and takes no reference away from the caller. With `keeps_size` the size stays that of
/// the picture before.
static inline void wi_paintable_set(wi_paintable *self, void *texture, bool keeps_size) {
    int width = texture ? gdk_texture_get_width(texture) : keeps_size ? self->width : 0;
    int height = texture ? gdk_texture_get_height(texture) : keeps_size ? self->height : 0;
    g_set_object(&self->current, (GdkPaintable *)texture);
    if (width != self->width || height != self->height) {
        self->width = width;
        self->height = height;
        gdk_paintable_invalidate_size((GdkPaintable *)self);
    }
    gdk_paintable_invalidate_contents((GdkPaintable *)self);
}

/// Keeps what is shown as the picture that the transition starts from.
static inline void wi_paintable_begin(wi_paintable *self, int style, int edge) {
    g_set_object(&self->previous, self->current);
    self->style = style;
    self->edge = edge;
    self->progress = 0;
}

/// Sets how far the transition is, 0…1; 1 ends it.
static inline void wi_paintable_progress(wi_paintable *self, double progress) {
    self->progress = progress;
    if (progress >= 1) {
        self->style = WI_TRANSITION_NONE;
        g_clear_object(&self->previous);
    }
    gdk_paintable_invalidate_contents((GdkPaintable *)self);
}

static inline void wi_paintable_on_resize(wi_paintable *self, void (*callback)(void *), void *data) {
    self->on_resize = callback;
    self->on_resize_data = data;
}

/// A texture over memory that `release(owner)` gives back; not one pixel is copied. Pixels are BGRA, premultiplied.
static inline void *wi_texture_new(
    const void *pixels, int width, int height, size_t stride, void *owner, void (*release)(void *)) {
    GBytes *bytes = g_bytes_new_with_free_func(pixels, stride * (size_t)height, release, owner);
    GdkTexture *texture = gdk_memory_texture_new(width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, stride);
    g_bytes_unref(bytes);
    return texture;
}

/// What a widget looks like now, as a texture; NULL while it is not drawn. The caller owns the texture.
static inline void *wi_render_widget(void *widget) {
    GtkNative *native = gtk_widget_get_native(widget);
    GskRenderer *renderer = native ? gtk_native_get_renderer(native) : NULL;
    int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    if (!renderer || width <= 0 || height <= 0) return NULL;
    GdkPaintable *paintable = gtk_widget_paintable_new(widget);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    gdk_paintable_snapshot(paintable, snapshot, width, height);
    g_object_unref(paintable);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    if (!node) return NULL;
    GdkTexture *texture =
        gsk_renderer_render_texture(renderer, node, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    gsk_render_node_unref(node);
    return texture;
}

#endif
