import type { Route } from './serve.ts'

/**
 * A page that needs no sign-in, for phones on slow connections. It is served by the small public application (app/public),
 * not by the staff application.
 */
export type PublicPage = {
  /** The route, from the area's `paths.ts`. */
  path: string
  /** The area's file with the component, preloaded by the HTML. `group …` is a chunk of that name in vite.public.config.ts.
   * Without a module the address answers 404. */
  module?: string
  /** Languages of the page beyond those that the company can choose. */
  languages?: readonly string[]
  /** The URL of the web app manifest, for pages that can be added to the home screen. */
  manifest?: string
  /**
   * A public read whose reply is embedded in the HTML, so that the page needs no call at first. If it is refused, the page is
   * served with the status of the refusal and shows it.
   */
  initialRead?: {
    route: Route
    /** The input of the read; the path parameters by default. */
    input?: (page: { params: Record<string, string>; language: string }) => object
    /** Page status by refusal code, where it differs. 200 means the page retries the read itself with more input. */
    statuses?: Readonly<Record<string, number>>
  }
  /**
   * Reads in the visitor's session whose replies are embedded in the HTML. If one fails, the page makes the call itself and
   * shows the error.
   */
  sessionReads?: readonly SessionRead[]
}

export type SessionRead = { route: Route; input?: (page: { language: string }) => object }
