import type { ReactNode } from 'react'
import { FigureStripCell } from '#kit/web/HomeParts.tsx'

type Figure = { label: string; value: ReactNode; hint?: ReactNode }

/** Shows figures of equal size in one row, each with a line of text below. */
export const CampaignFigures = ({ label, items }: { label: string; items: readonly (Figure | false | null)[] }) => (
  <dl className="carat-strip carat-card" aria-label={label}>
    {items.map(
      (item) =>
        item && (
          <FigureStripCell key={item.label} label={item.label} about={item.hint && <bdi>{item.hint}</bdi>}>
            {item.value}
          </FigureStripCell>
        ),
    )}
  </dl>
)
