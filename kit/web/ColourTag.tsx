import type { CSSProperties } from 'react'
import './kit.css'

export type ColourTagProps = { name: string; color?: string | null | undefined }

/** Shows a named value with its own colour. The colour never appears without the name. */
export const ColourTag = ({ name, color }: ColourTagProps) => (
  <span className="carat-colour-tag" style={color ? ({ '--tag': color } as CSSProperties) : undefined}>
    {name}
  </span>
)

/** Shows a ColourTag with a frame, for use beside a heading. */
export const ColourPill = (props: ColourTagProps) => (
  <span className="carat-colour-pill">
    <ColourTag {...props} />
  </span>
)
