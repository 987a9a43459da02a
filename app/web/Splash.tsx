/** Shows a loading bar until the code of the first page is loaded. */
export const LoadingBar = () => <div className="loading-bar" role="presentation" />
