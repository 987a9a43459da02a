import { useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { ChevronLeftIcon, ChevronRightIcon, ListIcon } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '../call.ts'
import { useT } from '../i18n.ts'
import { formatTotal } from '../list-total.ts'
import { notify } from '../notify.tsx'
import { useShortcut } from '../shortcuts.ts'
import './list.css'
import { createPagerStates, findPagedList, type PagerState, readPagerState } from './pager-state.ts'

/** Shows links on a record's page to the list that it was opened from, and to the list's next and previous record. */
export function RecordPager() {
  const walk = readPagerState(useLocation().state)
  return walk ? <Steps walk={walk} /> : null
}

function Steps({ walk }: { walk: PagerState }) {
  const t = useT()
  const { step, can, busy } = useStep(walk)
  useShortcut('j', 'kit:walk.next', () => step(1), { enabled: can(1) && !busy })
  useShortcut('k', 'kit:walk.previous', () => step(-1), { enabled: can(-1) && !busy })
  return (
    <nav className="carat-walk" aria-label={t('kit:walk.title')}>
      <Link to={walk.back} className="carat-walk-back">
        <ListIcon aria-hidden /> {t('kit:walk.back')}
      </Link>
      <Tooltip title={`${t('kit:walk.previous')} (K)`}>
        <Button
          size="small"
          aria-label={t('kit:walk.previous')}
          aria-keyshortcuts="k"
          disabled={!can(-1) || busy}
          icon={<ChevronLeftIcon aria-hidden className="carat-mirrored" />}
          onClick={() => step(-1)}
        />
      </Tooltip>
      <span role="status" className="carat-figure">
        {t('kit:walk.place', { place: walk.before + walk.at + 1, total: formatTotal(t, walk.total, walk.isEstimate) })}
      </span>
      <Tooltip title={`${t('kit:walk.next')} (J)`}>
        <Button
          size="small"
          aria-label={t('kit:walk.next')}
          aria-keyshortcuts="j"
          disabled={!can(1) || busy}
          icon={<ChevronRightIcon aria-hidden className="carat-mirrored" />}
          onClick={() => step(1)}
        />
      </Tooltip>
    </nav>
  )
}

type Direction = 1 | -1

function useStep(walk: PagerState) {
  const navigate = useNavigate()
  const turn = useTurn()
  const [busy, setBusy] = useState(false)
  // The second key press continues from the target of the first one, even if its record is not rendered yet.
  const heading = useRef(walk)
  useLayoutEffect(() => {
    heading.current = walk
  }, [walk])
  const within = (from: PagerState, by: Direction) => from.links[from.at + by] !== undefined
  const can = (from: PagerState, by: Direction) => within(from, by) || turn.can(from, by)
  // Opening the neighbour replaces the history entry, so that Back always leads to the list.
  const go = (next: PagerState) => {
    heading.current = next
    void navigate(next.links[next.at]!, { replace: true, state: { walk: next } })
  }
  return {
    busy,
    can: (by: Direction) => can(walk, by),
    async step(by: Direction) {
      const from = heading.current
      if (within(from, by)) return go({ ...from, at: from.at + by })
      if (!can(from, by)) return
      setBusy(true)
      try {
        const next = await turn.page(from, by)
        if (next) go(next)
      } catch (error) {
        notify.error('kit:table.failed', error)
      } finally {
        setBusy(false)
      }
    },
  }
}

/** Fetches the next or previous page of the list by the query with which the list was opened. */
function useTurn() {
  const client = useQueryClient()
  const placesOf = ({ before, input }: PagerState, by: Direction) =>
    before + (by === 1 ? (pageOf(input).Rows ?? 0) : -1)
  return {
    can(walk: PagerState, by: Direction) {
      const place = placesOf(walk, by)
      return (
        findPagedList(walk.list) !== undefined &&
        pageOf(walk.input).Page !== undefined &&
        place >= 0 &&
        place < walk.total
      )
    },
    async page(walk: PagerState, by: Direction): Promise<PagerState | undefined> {
      const { Page, Rows } = pageOf(walk.input)
      const pagedList = findPagedList(walk.list)
      if (!pagedList || !Page || !Rows) return undefined
      const { list, linkOf } = pagedList
      const input = { ...walk.input, Page: Page + by }
      const { rows, count, CountEstimatedYN } = await client.fetchQuery({
        queryKey: [list.path, input],
        queryFn: () => call(list, input),
      })
      const before = walk.before + by * Rows
      const back = listUrlWithPage(walk.back, Page + by)
      const links = rows.flatMap((row) => linkOf(row) ?? [])
      if (links.length === 0) return undefined
      const isEstimate = CountEstimatedYN === 'Y'
      const state = createPagerStates(rows, linkOf, { ...walk, input, before, total: count, isEstimate, back })
      return state(by === 1 ? links[0]! : links.at(-1)!).walk
    },
  }
}

const pageOf = (input: PagerState['input']) => input as { Page?: number; Rows?: number }

/** Returns the URL of the list page that contains the record. */
function listUrlWithPage(back: string, page: number) {
  const [path = '', query = ''] = back.split('?')
  const address = new URLSearchParams(query)
  if (page > 1) address.set('page', `${page}`)
  else address.delete('page')
  return address.size > 0 ? `${path}?${address}` : path
}
