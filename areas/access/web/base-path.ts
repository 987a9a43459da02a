/** The path under which the application is served, '' at the root. The server writes it into `<base href>`. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '')

/** Returns the current path without the base path, as the router sees it. */
export const currentPath = () => location.pathname.slice(basePath.length) + location.search + location.hash
