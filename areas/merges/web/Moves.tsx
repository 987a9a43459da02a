import { formatPoints } from '#kit/web/format.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { MergePreview } from '../contract.ts'

/** Shows the number of records of each kind that a merge moves. */
export function MovedRecordCounts({ moves }: { moves: MergePreview['Moves'] }) {
  const labels = useLabels('merges')
  return (
    <dl className="carat-sums">
      {moves.map(({ What, Count }) => (
        <div key={What}>
          <dt>{labels.value('What', What)}</dt>
          <dd className="carat-figure">{formatPoints(Count)}</dd>
        </div>
      ))}
    </dl>
  )
}
