import type { CSSProperties } from 'react'
import './kit.css'

export type ColourTagProps = { name: string; color?: string | null | undefined }

/** A named value with a colour of its own, which never stands without its name. */
export const ColourTag = ({ name, color }: ColourTagProps) => (
  <span className="carat-colour-tag" style={color ? ({ '--tag': color } as CSSProperties) : undefined}>
    {name}
  </span>
)

/** The same in a frame, beside a heading. */
export const ColourPill = (props: ColourTagProps) => (
  <span className="carat-colour-pill">
    <ColourTag {...props} />
  </span>
)
