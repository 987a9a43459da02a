import type { Route } from './serve.ts'

/**
 * An address that anybody may open without signing in, on a phone and a slow line. It is answered with the small public
 * application (app/public), not with that of the staff.
 */
export type PublicPage = {
  /** Where it lies, as its area's `paths.ts` says. */
  path: string
  /** The file of the area that draws it: named in the page itself, so that it is fetched beside the first scripts. `group …` is
   * what vite.public.config.ts joins under that name. Without one there is no page, and that is what it says (404). */
  module?: string
  /** Languages that it is written in beyond those that the company chooses from. */
  languages?: readonly string[]
  /** What makes it an app on a phone's home screen: the address of its description. */
  manifest?: string
  /**
   * A public read whose answer is written into the page, which so needs no call before it can be used. What it refuses, the page
   * says, with the status of the refusal.
   */
  start?: {
    route: Route
    /** What it is asked with; what the path names, unless said. */
    input?: (page: { params: Record<string, string>; language: string }) => object
    /** Another status for a refusal, by its code; 200: the page knows more than its address says, and asks by itself. */
    statuses?: Readonly<Record<string, number>>
  }
  /**
   * Reads of the visitor's own session, whose answers are written into the page for who opens it in a browser. What is refused or
   * fails, the page asks for by itself, and says.
   */
  own?: readonly OwnRead[]
}

export type OwnRead = { route: Route; input?: (page: { language: string }) => object }
