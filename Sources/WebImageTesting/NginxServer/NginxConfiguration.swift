/// The configuration file of ``NginxServer``.
enum NginxConfiguration {
    static func text(folder: String, port: Int, securePort: Int) -> String {
        """
        daemon off;
        master_process off;
        pid \(folder)/nginx.pid;
        error_log \(folder)/error.log;
        events { worker_connections 1024; }
        http {
            log_format plain '$request_method $request_uri $status $body_bytes_sent "$http_range"';
            access_log \(folder)/access.log plain;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            types { image/png png; image/jpeg jpg; image/svg+xml svg; image/bmp bmp; text/html html; }
            keepalive_timeout 60;
            keepalive_requests 100000;
            gzip on;
            gzip_min_length 1;
            gzip_types image/svg+xml image/bmp;
            server {
                listen 127.0.0.1:\(port);
        \(locations(folder))
            }
            server {
                listen 127.0.0.1:\(securePort) ssl http2;
                ssl_certificate \(folder)/server.pem;
                ssl_certificate_key \(folder)/server.key;
                ssl_client_certificate \(folder)/client.pem;
                ssl_verify_client optional;
                location /client/ {
                    if ($ssl_client_verify != SUCCESS) { return 403; }
                    alias \(folder)/files/;
                }
                location /down/ { return 302 http://127.0.0.1:\(port)/a.png; }
        \(locations(folder))
            }
        }
        """
    }

    private static func locations(_ folder: String) -> String {
        """
                location / { root \(folder)/files; }
                location /private/ {
                    auth_basic "tests";
                    auth_basic_user_file \(folder)/passwords;
                    alias \(folder)/files/;
                }
                location /slow/ { limit_rate $http_x_rate; alias \(folder)/files/; }
                location /old/ { keepalive_timeout 0; alias \(folder)/files/; }
        """
    }
}
