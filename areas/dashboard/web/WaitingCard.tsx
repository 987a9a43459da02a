import { Link } from 'react-router'
import { formatPoints } from '#kit/web/format.ts'
import { CardLines, NothingToDo } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { useService } from '#kit/web/slots.ts'
import { IconTile } from '#kit/web/Tile.tsx'
import { waitingQueuesService } from './slots.ts'

/** Lists the user's queues with pending items, largest first, as links. */
export function WaitingQueuesCard() {
  const t = useT()
  const queues = useService(waitingQueuesService)()
  return (
    <Card flush title={t('dashboard:waiting.title')}>
      {!queues ? (
        <LoadingState rows={3} />
      ) : queues.length === 0 ? (
        <NothingToDo>{t('dashboard:waiting.nothing')}</NothingToDo>
      ) : (
        <CardLines>
          {queues.map(({ path, title, count, icon }) => (
            <li key={path}>
              <IconTile size={40}>{icon}</IconTile>
              <span className="carat-two-lines">
                <Link to={path}>{t(title)}</Link>
              </span>
              <span className="carat-tally">{formatPoints(count)}</span>
            </li>
          ))}
        </CardLines>
      )}
    </Card>
  )
}
