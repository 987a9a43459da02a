import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type Walk, walkOf } from '#kit/web/table/walk.ts'
import { tasksPath } from '../../paths.ts'

const PARAM = 'task'

/** Which task stands open over the list, kept in the address; with the list that it was opened from, to go on through it. */
export function useTaskDialog() {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const walk = walkOf(useLocation().state)
  const TaskId = Number(address.get(PARAM)) || undefined
  const plain = new URLSearchParams(address)
  plain.delete(PARAM)
  const at = (id?: number) => {
    const next = new URLSearchParams(plain)
    if (id !== undefined) next.set(PARAM, `${id}`)
    return next.size > 0 ? `${tasksPath()}?${next}` : tasksPath()
  }
  const stepTo = (by: 1 | -1) => {
    const link = walk?.links[walk.at + by]
    if (!walk || link === undefined) return undefined
    const next: Walk = { ...walk, at: walk.at + by }
    return () => void navigate(link, { replace: true, state: { walk: next }, preventScrollReset: true })
  }
  return {
    TaskId,
    linkTo: (row: { TaskId: number }) => at(row.TaskId),
    place: walk && { at: walk.before + walk.at + 1, of: walk.total },
    next: stepTo(1),
    previous: stepTo(-1),
    close: () => void navigate(walk?.back ?? at(), { replace: true, preventScrollReset: true }),
  }
}
