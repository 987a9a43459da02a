/** Shows a loading bar until the code of the first page is loaded. */
export const Splash = () => <div className="loading-bar" role="presentation" />
