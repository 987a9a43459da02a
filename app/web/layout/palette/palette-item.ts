import type { ReactNode } from 'react'

/** An item of the palette. */
export type PaletteItem = {
  key: string
  title: string
  about?: string
  icon: ReactNode
  /** At the end of the line: a card category of a member. */
  end?: ReactNode
  run: () => void
}
