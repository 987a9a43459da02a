/** A loading bar until the first page's code is loaded. */
export const Splash = () => <div className="loading-bar" role="presentation" />
