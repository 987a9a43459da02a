/** The base path of the application, '' at the root. The server writes it into `<base href>`. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '')

/** Returns the path of the page without the base path, as the router uses it. */
export const currentPathBelowBase = () => location.pathname.slice(basePath.length) + location.search + location.hash
