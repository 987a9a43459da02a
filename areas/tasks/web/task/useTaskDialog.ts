import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type PagerState, readPagerState } from '#kit/web/table/pager-state.ts'
import { tasksPath } from '../../paths.ts'

const PARAM = 'task'

/** Returns the task that the URL names, and the list of tasks through which the user can step. */
export function useTaskDialog() {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const walk = readPagerState(useLocation().state)
  const TaskId = Number(address.get(PARAM)) || undefined
  const otherParams = new URLSearchParams(address)
  otherParams.delete(PARAM)
  const pathWith = (id?: number) => {
    const next = new URLSearchParams(otherParams)
    if (id !== undefined) next.set(PARAM, `${id}`)
    return next.size > 0 ? `${tasksPath()}?${next}` : tasksPath()
  }
  const stepTo = (by: 1 | -1) => {
    const link = walk?.links[walk.at + by]
    if (!walk || link === undefined) return undefined
    const next: PagerState = { ...walk, at: walk.at + by }
    return () => void navigate(link, { replace: true, state: { walk: next }, preventScrollReset: true })
  }
  return {
    TaskId,
    linkTo: (row: { TaskId: number }) => pathWith(row.TaskId),
    place: walk && { at: walk.before + walk.at + 1, of: walk.total },
    next: stepTo(1),
    previous: stepTo(-1),
    close: () => void navigate(walk?.back ?? pathWith(), { replace: true, preventScrollReset: true }),
  }
}
