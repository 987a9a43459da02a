import type { ComponentType } from 'react'
import type { Screen, ShellKey } from './screen.ts'
import type { Contribution } from './slots.ts'

/** What one begins from anywhere, offered under New to the person who may open its page: `path` is that of the page's screen. */
export type NewEntry = {
  label: ShellKey
  path: string
  icon: ComponentType
  /** Done all day long, so it stands first. */
  frequent?: boolean
}

/**
 * What an area brings to the web application, in its `web.ts`; app/web/areas.ts lists the areas. It is part of every first
 * visit behind the sign-in, so pages and whatever else weighs something are imported when they are needed. The area's texts
 * are found in `web/texts`; its `web.ts` tells the compiler of them.
 */
export type WebArea = {
  screens?: readonly Screen[]
  news?: readonly NewEntry[]
  /** For the slots of areas below and the services that they and the kit need. */
  contributes?: readonly Contribution[]
}
