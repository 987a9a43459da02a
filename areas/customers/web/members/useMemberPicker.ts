import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { createScanDetector } from '#kit/web/burst.ts'
import { findScanOutcome, scanHandlers } from '#kit/web/scan-outcome.ts'
import { useScanner } from '#kit/web/scanner.ts'
import { useSession } from '#kit/web/session.ts'
import { useSlot } from '#kit/web/slots.ts'
import { customerAddPath } from '../../paths.ts'
import type { MemberSearchResult } from '../slots.ts'
import { useMemberSearch } from './useMemberSearch.ts'

/** The minimum length at which a full match is picked without Enter. A shorter text may match by chance. */
const EXACT_MIN = 6
/** A scan replaces older text in the search box. Newer text may be the first half of the scan. */
const AFRESH_MS = 1000
/** An Enter within this time after an automatic pick belongs to the search, not to the new page. */
const LATE_ENTER_MS = 600

export type MemberPickerLine = { key: string; member?: MemberSearchResult }
const REGISTER: MemberPickerLine = { key: 'register' }

type Options = {
  onPick: (member: MemberSearchResult, exact: boolean) => void
  registers: boolean
  /** True if the picker accepts scans while no field of the page has the focus. */
  ofPage: boolean
  initialText: string | undefined
  excludedId: number | undefined
}

/** Handles the keys and the selection of the member search box. */
export function useMemberPicker({ onPick, registers, ofPage, initialText, excludedId }: Options) {
  const search = useMemberSearch(excludedId)
  const { typed, settled, open, active, queued, exact, rows } = search
  const register = useRegisterAction(registers)
  const findElsewhere = useOtherRecordLookup(registers)
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const members: MemberPickerLine[] = rows.map((member) => ({ key: member.MembershipNo, member }))
  const lines = settled && register && typed.trim() !== '' ? [...members, REGISTER] : members
  const at = lines.findIndex(({ key }) => key === active)

  const take = (line: MemberPickerLine | undefined) => {
    if (!line) return
    search.clear()
    if (line.member) onPick(line.member, exact)
    else register?.(typed.trim())
  }
  /** Picks a single match. If several members match, Enter first highlights a line and then picks it. */
  const resolve = useEffectEvent((byEnter: boolean) => {
    if (members.length === 1 && (byEnter || exact)) {
      if (!byEnter) swallowLateEnter(box.current)
      take(members[0])
    } else if (byEnter && members.length === 0)
      void findElsewhere(typed.trim()).then((to) => {
        // The result of a search is ignored if the text has changed in the meantime.
        if (box.current && box.current.value.trim() !== typed.trim()) return
        if (to === undefined) return search.point(lines[0]?.key)
        search.clear()
        void navigate(to)
      })
    else if (byEnter) search.point(lines[0]?.key)
  })
  const { answered } = search
  useEffect(() => {
    if (!settled) return
    if (queued) {
      answered()
      resolve(true)
    } else if (typed.trim().length >= EXACT_MIN) resolve(false)
  }, [settled, queued, answered, typed])

  const enter = (text: string) => {
    if (text.trim() === '') return
    if (text === typed && settled && at >= 0) take(lines[at])
    else search.submit(text)
  }
  useScanner(enter, { enabled: ofPage })
  const begin = useEffectEvent((text: string) => search.submit(text))
  useEffect(() => {
    if (initialText?.trim()) begin(initialText.trim())
  }, [initialText])

  return { ...search, box, lines, at, take, enter, press: useKeys({ ...search, lines, at, enter, open }) }
}

type Keys = Pick<ReturnType<typeof useMemberSearch>, 'typed' | 'show' | 'hide' | 'point'> & {
  lines: readonly MemberPickerLine[]
  at: number
  open: boolean
  enter: (text: string) => void
}

function useKeys({ typed, lines, at, open, enter, show, hide, point }: Keys) {
  const scanner = useRef(createScanDetector(AFRESH_MS))
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const scanned = scanner.current.press(event.key, event.timeStamp)
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const answer = () => {
      event.preventDefault()
      // The key press must not submit the form or close the dialog around the search box.
      event.stopPropagation()
    }
    if (event.key === 'Enter') {
      answer()
      enter(scanned ?? event.currentTarget.value)
    } else if (event.key === 'Escape' && open && lines.length > 0) {
      answer()
      hide()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (typed === '' || lines.length === 0) return
      answer()
      show()
      const next = event.key === 'ArrowDown' ? at + 1 : Math.max(at, 0) - 1
      point(lines[(next + lines.length) % lines.length]?.key)
    }
  }
}

/** The history state contains the text instead of the URL, because the text may be an identity number. */
function useRegisterAction(registers: boolean) {
  const { has } = useSession()
  const navigate = useNavigate()
  if (!registers || !has('Customer')) return undefined
  return (typed: string) => void navigate(customerAddPath(), { state: { typed } })
}

/** At the counter the search box also accepts receipts: a code without a member may belong to another record. */
function useOtherRecordLookup(serves: boolean) {
  const handlers = useSlot(scanHandlers)
  const { has } = useSession()
  return async (code: string): Promise<string | undefined> => {
    const ownHandlers = handlers.filter(({ role }) => serves && has(role))
    return (await findScanOutcome(code, ownHandlers)).to
  }
}

function swallowLateEnter(box: HTMLInputElement | null) {
  const began = performance.now()
  const swallow = (event: globalThis.KeyboardEvent) => {
    window.removeEventListener('keydown', swallow, { capture: true })
    if (event.key !== 'Enter' || event.target === box || performance.now() - began > LATE_ENTER_MS) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', swallow, { capture: true })
}
