import type { ComponentType } from 'react'
import type { Screen, ShellKey } from './screen.ts'
import type { Contribution } from './slots.ts'

/** An entry of the New menu, shown to users who may open the screen at `path`. */
export type NewEntry = {
  label: ShellKey
  path: string
  icon: ComponentType
  /** Frequently used, so it comes first. */
  frequent?: boolean
}

/**
 * The contribution of an area to the web application, declared in its `web.ts`; app/web/areas.ts lists the areas. It is part of the
 * initial bundle behind the sign-in, so import pages and other large modules lazily. The area's texts are in `web/texts`; its
 * `web.ts` declares their types.
 */
export type WebArea = {
  screens?: readonly Screen[]
  newEntries?: readonly NewEntry[]
  /** Contributions to slots and services of the kit and of lower areas. */
  contributes?: readonly Contribution[]
}
