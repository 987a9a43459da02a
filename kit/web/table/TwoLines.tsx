import type { ReactNode } from 'react'

/** Shows a cell with a smaller second line. */
export const TwoLineCell = ({ children, second }: { children: ReactNode; second: ReactNode }) => (
  <span className="carat-cell-lines">
    <span>{children}</span>
    <small>{second}</small>
  </span>
)
