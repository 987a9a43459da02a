import type { Added, Provided } from './provided.ts'
import type { Screen } from './screen.ts'

/**
 * What an area brings to the web application, in its `web.ts`; app/web/areas.ts lists the areas. It is part of every first
 * visit behind the sign-in, so pages and whatever else weighs something are imported when they are needed. The area's texts
 * are found in `web/texts`; its `web.ts` tells the compiler of them.
 */
export type WebArea = {
  screens?: readonly Screen[]
  provides?: Partial<Provided & Added>
}
