import '../memberships.css'
import { useQueryClient } from '@tanstack/react-query'
import type { InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { kindsOf, type Reply } from '#kit/contract/endpoint.ts'
import { call } from '#kit/web/call.ts'
import { formatPoints } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { renew } from '#kit/web/renewal.ts'
import { ScanInput } from '#kit/web/ScanInput.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useScanner } from '#kit/web/scanner.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type LookupRow, lookupMember, memberCard } from '../../contract/counter.ts'
import { CounterHome, Greeting } from './CounterHome.tsx'
import { BackToHits, Hits, NobodyFound } from './Hits.tsx'
import { MemberView, spendable } from './MemberView.tsx'
import { RecentMembers } from './RecentMembers.tsx'
import { useRecent } from './recent.ts'
import { useCounterKeys } from './useCounterKeys.ts'

type Found = Reply<typeof lookupMember> & { typed: string }

/** One box for whoever stands at the counter: scan or type anything, get the member and what to do next. */
export function CounterPage() {
  const t = useT()
  const labels = useLabels('memberships')
  const page = useRef<HTMLDivElement>(null)
  const box = useRef<InputRef>(null)
  const [recent, remember] = useRecent()
  const { member, found, error, lookUp, open, backToHits } = useLookup(box)
  const card = useRead(memberCard, { MembershipNo: member ?? '' }, { enabled: member !== null })
  useCounterKeys(page, box)
  useScanner((scanned) => void lookUp(scanned))

  const loaded = card.data
  const noteServed = useEffectEvent(() => loaded && remember(loaded))
  useEffect(() => {
    if (loaded) noteServed()
  }, [loaded])

  const outcome = () => {
    if (loaded && member) {
      const tier = loaded.CardCategoryName ?? labels.value('MemberType', loaded.MemberType)
      return t('memberships:counter.opened', { name: loaded.FullName, tier, points: formatPoints(spendable(loaded)) })
    }
    if (!member && found)
      return found.count === 0
        ? t('memberships:refusals.no_customer')
        : t('memberships:counter.hits', { count: found.count })
    return undefined
  }

  const home = member === null && !found?.count && found?.count !== 0
  return (
    <div ref={page} className="carat-stack">
      {home && <Greeting />}
      <div className={home ? 'carat-finder carat-finder-large' : 'carat-finder'}>
        <ScanInput
          ref={box}
          id="counter-box"
          label={t('memberships:counter.box')}
          placeholder={t('memberships:counter.placeholder')}
          action={t('memberships:counter.find')}
          autoFocus
          onSubmit={(typed) => lookUp(typed)}
          result={outcome()}
          error={error}
        />
        <RecentMembers recent={recent} current={member} onOpen={open} />
      </div>
      {home ? (
        <CounterHome />
      ) : member !== null ? (
        <>
          {found && found.count > 1 && <BackToHits count={found.count} onBack={backToHits} />}
          {loaded ? (
            <MemberView card={loaded} />
          ) : card.error ? (
            <ErrorState
              error={card.error}
              title={t('memberships:counter.failed')}
              onRetry={() => void card.refetch()}
            />
          ) : (
            <Card flush>
              <LoadingState rows={7} />
            </Card>
          )}
        </>
      ) : found && found.count > 1 ? (
        <Hits rows={found.rows} count={found.count} onOpen={(row) => open(row.MembershipNo)} />
      ) : (
        <NobodyFound typed={found?.typed ?? ''} />
      )}
    </div>
  )
}

/** What was typed may be an identity number: it stays out of the address, which only names the member that is open. */
function useLookup(box: React.RefObject<InputRef | null>) {
  const client = useQueryClient()
  const [address, setAddress] = useSearchParams()
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState<string>()
  const requested = useRef('')
  const member = address.get('member')

  const open = (MembershipNo: string) => {
    setAddress({ member: MembershipNo })
    box.current?.focus({ cursor: 'all' })
  }
  const lookUp = async (typed: string) => {
    requested.current = typed
    setError(undefined)
    try {
      const reply = await client.fetchQuery({
        queryKey: [lookupMember.path, typed],
        queryFn: ({ signal }) => call(lookupMember, { Typed: typed }, { signal }),
        staleTime: 0,
      })
      // Somebody scanned the next card meanwhile.
      if (requested.current !== typed) return
      setFound({ ...reply, typed })
      const only: LookupRow | undefined = reply.rows.length === 1 ? reply.rows[0] : undefined
      if (only && only.MembershipNo === member) await renew(client, kindsOf(memberCard))
      setAddress(only ? { member: only.MembershipNo } : {}, { replace: address.has('q') })
    } catch (failed) {
      if (requested.current === typed) setError(errorText(failed).description)
    } finally {
      box.current?.focus({ cursor: 'all' })
    }
  }

  // The search of the header hands over what was typed there.
  const handed = address.get('q')
  const takeOver = useEffectEvent((typed: string) => {
    if (requested.current !== typed) void lookUp(typed)
  })
  useEffect(() => {
    if (handed?.trim()) takeOver(handed.trim())
  }, [handed])

  return { member, found, error, lookUp, open, backToHits: () => setAddress({}) }
}
