internal import WebImageCore

/// Makes the requests of a load: the first one, and those after redirects.
enum LoadPlanner {
    static func plan(for request: LoaderRequest, to address: HTTPAddress, core: LoaderCore) -> TransferPlan {
        let configuration = core.configuration
        var headers = configuration.headers
        if !request.headers.isEmpty { headers = headers.merging(request.headers) }
        if let etag = request.etag { headers["If-None-Match"] = etag }
        // The server prefers the ETag where both stand (RFC 9110, 13.2.2).
        if let date = request.lastModified { headers["If-Modified-Since"] = date }
        var plan = TransferPlan(
            address: address, method: request.method, headers: headers, options: request.options,
            credentials: request.options.credentials)
        plan.verifiesServer = verifies(address, plan, configuration)
        plan.cookies = request.options.handlesCookies ? core.cookieJar : nil
        return plan
    }

    /// The request that a redirect asks for (RFC 9110, 15.4).
    ///
    /// - Throws: ``WebImageError/Code/tooManyRedirects``; ``WebImageError/Code/unsupportedScheme`` where it leads out
    ///   of HTTP; ``WebImageError/Code/tls`` where it leads from https to http.
    static func plan(
        after plan: TransferPlan, _ response: HTTPResponse, to location: String, count: Int,
        configuration: HTTPLoaderConfiguration
    ) throws(WebImageError) -> TransferPlan {
        guard count <= plan.options.maximumRedirects else {
            throw WebImageError(
                .tooManyRedirects,
                "The server redirects in a loop or too often (more than \(plan.options.maximumRedirects) times).",
                status: response.status)
        }
        var next = plan
        next.address = try plan.address.resolving(location)
        if plan.address.isSecure, !next.address.isSecure, !configuration.allowsInsecureRedirects {
            throw WebImageError(
                .tls, "The server redirects from https to http, where anybody can read and change the picture.",
                status: response.status)
        }
        if !next.address.isSameOrigin(as: plan.address) {
            next.credentials = nil
            for name in ["Authorization", "Cookie", "Proxy-Authorization"] { next.headers[name] = nil }
        }
        let becomesGet = response.status == 303 && plan.method != "HEAD"
        if becomesGet || [301, 302].contains(response.status) && plan.method == "POST" { next.method = "GET" }
        next.verifiesServer = verifies(next.address, next, configuration)
        return next
    }

    private static func verifies(_ address: HTTPAddress, _ plan: TransferPlan, _ configuration: HTTPLoaderConfiguration)
        -> Bool
    {
        !plan.options.allowsInsecureTLS && !configuration.trustedHosts.contains(address.host)
    }
}
