import type { CSSProperties, ReactNode } from 'react'
import './kit.css'

type Props = { tone?: 'gold' | 'blue' | 'grey'; size?: 40 | 44 | 56; children: ReactNode }

/** Shows an icon on a tinted square. */
export const IconTile = ({ tone = 'grey', size = 44, children }: Props) => (
  <span className={`carat-tile carat-tile-${tone}`} style={{ '--size': `${size}px` } as CSSProperties} aria-hidden>
    {children}
  </span>
)
