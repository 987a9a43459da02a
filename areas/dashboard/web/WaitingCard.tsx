import { CircleCheckIcon } from 'lucide-react'
import { Link } from 'react-router'
import { formatPoints } from '#kit/web/format.ts'
import { Lines, NothingToDo } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { useService } from '#kit/web/slots.ts'
import { Tile } from '#kit/web/Tile.tsx'
import { waitingQueues } from './slots.ts'

/** The queues in which something waits for this user, the fullest first; each leads to its own. */
export function WaitingCard() {
  const t = useT()
  const waiting = useService(waitingQueues)()
  return (
    <Card flush title={t('dashboard:waiting.title')}>
      {!waiting ? (
        <LoadingState rows={3} />
      ) : waiting.length === 0 ? (
        <NothingToDo>{t('dashboard:waiting.nothing')}</NothingToDo>
      ) : (
        <Lines>
          {waiting.map(({ path, title, count }) => (
            <li key={path}>
              <Tile size={40}>
                <CircleCheckIcon />
              </Tile>
              <span className="carat-two-lines">
                <Link to={path}>{t(title)}</Link>
              </span>
              <span className="carat-tally">{formatPoints(count)}</span>
            </li>
          ))}
        </Lines>
      )}
    </Card>
  )
}
