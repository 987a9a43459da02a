import type { ComponentType } from 'react'
import type { Screen, ShellTextKey } from './screen.ts'
import type { SlotContribution } from './slots.ts'

/** An entry of the New menu, visible to users who may open the page at `path`. */
export type NewMenuEntry = {
  label: ShellTextKey
  path: string
  icon: ComponentType
  /** True for frequently used entries, which come first in the menu. */
  frequent?: boolean
}

/**
 * The contribution of an area to the web application, declared in its `web.ts`. app/web/areas.ts lists the areas.
 * Import pages and other large modules lazily, because `web.ts` is part of the initial bundle after sign-in.
 * The area's texts are in `web/texts.json`, and its `web.ts` declares their types.
 */
export type WebArea = {
  screens?: readonly Screen[]
  newEntries?: readonly NewMenuEntry[]
  /** Contributions to slots and services of the kit and of lower areas. */
  contributes?: readonly SlotContribution[]
}
