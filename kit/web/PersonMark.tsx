import type { CSSProperties } from 'react'
import { initialsOfName } from '#kit/contract/person.ts'
import './kit.css'

/** Shows a person's initials in a circle. Hidden from screen readers, because the name is beside the circle. */
export const PersonInitials = ({ name, size = 32 }: { name: string; size?: 24 | 32 | 40 | 56 }) => (
  <span className="carat-person" style={{ '--size': `${size}px` } as CSSProperties} aria-hidden>
    {initialsOfName(name)}
  </span>
)
