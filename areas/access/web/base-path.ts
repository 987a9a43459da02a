/** The path that the application lies under, '' at the root; the server writes it into `<base href>`. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '')

/** The present address without the base path, as the router knows it. */
export const presentPath = () => location.pathname.slice(basePath.length) + location.search + location.hash
