import type { ReactNode } from 'react'

/** A line of the palette. */
export type Found = {
  key: string
  title: string
  about?: string
  icon: ReactNode
  /** At the end of the line: a card category of a member. */
  end?: ReactNode
  run: () => void
}
