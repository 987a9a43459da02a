import type { ReactNode } from 'react'

/** A cell of two lines: what counts, and below it what belongs to it. */
export const TwoLines = ({ children, second }: { children: ReactNode; second: ReactNode }) => (
  <span className="carat-cell-lines">
    <span>{children}</span>
    <small>{second}</small>
  </span>
)
