/** Before the first page's code has arrived: nothing to read, nothing that jumps. */
export const Splash = () => <div className="loading-bar" role="presentation" />
