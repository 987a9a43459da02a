import type { ReactNode } from 'react'

/** An item of the search palette. */
export type PaletteItem = {
  key: string
  title: string
  about?: string
  icon: ReactNode
  /** Content at the end of the palette item's line, such as the card category of a member. */
  end?: ReactNode
  run: () => void
}
