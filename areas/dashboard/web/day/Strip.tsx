import type { ReactNode } from 'react'
import { FigureStripCell } from '#kit/web/HomeParts.tsx'

type StripFigure = { label: string; value: ReactNode; about?: ReactNode }

/** Shows the figures of a card side by side. */
export const FigureStrip = ({ items, label }: { items: readonly (StripFigure | false | null)[]; label?: string }) => (
  <dl className="carat-strip" aria-label={label}>
    {items.map(
      (item) =>
        item && (
          <FigureStripCell key={item.label} label={item.label} about={item.about}>
            {item.value}
          </FigureStripCell>
        ),
    )}
  </dl>
)
