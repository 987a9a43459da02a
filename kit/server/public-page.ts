import type { Route } from './serve.ts'

/**
 * A page without sign-in, for phones on slow connections.
 * The small public application (app/public) serves the public page, not the staff application.
 */
export type PublicPage = {
  /** The route of the page, from the area's `paths.ts`. */
  path: string
  /**
   * The area's file with the component, which the HTML preloads; without a module the address answers 404.
   * A module `group …` names a chunk of vite.public.config.ts instead of a file.
   */
  module?: string
  /** The languages of the page in addition to those that the company can choose. */
  languages?: readonly string[]
  /** The URL of the web app manifest, for a page that users can add to the home screen. */
  manifest?: string
  /**
   * A public read whose reply is embedded in the HTML, so that the page needs no call at first.
   * If the read of the page is refused, the page has the status of the refusal and shows the refusal.
   */
  initialRead?: {
    route: Route
    /** Returns the input of the read; by default the path parameters. */
    input?: (page: { params: Record<string, string>; language: string }) => object
    /** The HTTP status of the page by error code. With 200 the page repeats the read itself with more input. */
    statuses?: Readonly<Record<string, number>>
  }
  /**
   * The reads in the visitor's session, whose replies the HTML of the page contains.
   * If a read in the session fails, the page makes the call itself and shows the error.
   */
  sessionReads?: readonly InitialSessionRead[]
}

export type InitialSessionRead = { route: Route; input?: (page: { language: string }) => object }
