import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import { personName } from '#kit/contract/person.ts'
import { CallError } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { useScanner } from '#kit/web/scanner.ts'
import { sound } from '#kit/web/sound.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type Changed, type Identifier, lookupCustomerReward } from '../../contract.ts'
import { claimRewardsPath } from '../../paths.ts'
import { type Act, acts } from './acts.ts'
import { codeOf, isReference, kindOf } from './identifier.ts'

export type Who = { IdentifierType: Identifier; Identifier: string }
export type RewardAct = ReturnType<typeof useRewardAct>

const nothing = { invoice: '', voucher: '', reason: '', back: false }
export type Typed = typeof nothing

/** The state of one act: which reward, whose, what was typed beside them, what it would do and what it did. */
export function useRewardAct(act: Act) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const member = address.get('member')
  const [code, setCode] = useState(address.get('code') ?? '')
  const [who, setWho] = useState<Who | undefined>(
    member === null ? undefined : { IdentifierType: 'MembershipNo', Identifier: member },
  )
  const [typed, setTyped] = useState(nothing)
  const [done, setDone] = useState<Changed>()
  const { call, run } = useAct(act, setDone)
  const lookup = useCall(lookupCustomerReward, { failed: acts[act].texts.notFound, errorIn: 'form' })
  const found = lookup.isSuccess ? lookup.data : undefined

  const find = (reward: string, whose: Who | undefined) => {
    if (reward === '' || !whose) return
    lookup.mutate(
      { Act: act, ...codeOf(reward), ...whose, ...(typed.invoice !== '' && { InvoiceNo: typed.invoice }) },
      {
        onSuccess: (reward) => {
          sound('found')
          if (isForClaim(act, reward) && isReference(address.get('code') ?? ''))
            void navigate(claimRewardsPath({ code: reward.ReferenceCode, member: reward.MembershipNo }), {
              replace: true,
            })
        },
        onError: () => sound('unknown'),
      },
    )
  }
  const begin = useEffectEvent(() => find(code, who))
  useEffect(() => begin(), [])
  const takeCode = (scanned: string) => {
    setCode(scanned.trim().toUpperCase())
    find(scanned.trim(), who)
  }
  const takeWho = (whose: Who) => {
    setWho(whose)
    find(code, whose)
  }
  useScanner((scanned) => {
    if (done) return
    if (code === '' || isReference(scanned)) takeCode(scanned)
    else takeWho({ IdentifierType: kindOf(scanned), Identifier: scanned })
  })

  const startOver = () => {
    setCode('')
    setWho(undefined)
    setTyped(nothing)
    setDone(undefined)
    lookup.reset()
    void navigate(acts[act].path(), { replace: true })
  }
  const { error } = lookup
  const ofMember = error instanceof CallError && error.code === 'customer-rewards.other_member'
  return {
    ...{ act, code, who, typed, found, done, error, ofMember, takeCode, takeWho, startOver },
    codeKnown: code !== '' && (!error || ofMember),
    type: (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part })),
    check: () => find(code, who),
    looking: lookup.isPending,
    running: call.isPending,
    run: () => found && who && !call.isPending && run(found.ReferenceCode, who, typed),
    ...readiness(act, found, typed),
  }
}

/**
 * A code that was scanned elsewhere led here before anything was known of it (find-reward.ts): a reward of a member of another
 * outlet is known only together with the member, and most of them are claimed.
 */
const isForClaim = (act: Act, { Type, Status }: { Type: string; Status: string }) =>
  act === 'collect' && !isRedeemedKind(Type) && Status === 'Active'

/** Whether it can be done now; a tick says that the item is back, which the server, asked before it, cannot know. */
function readiness(
  act: Act,
  found: { Obstacle: { code: string; message: string; params: Record<string, unknown> } | null } | undefined,
  { reason, back }: Typed,
) {
  const obstacle = found?.Obstacle?.code === 'customer-rewards.item_not_back' ? null : (found?.Obstacle ?? null)
  const said = !acts[act].cancel || reason.trim() !== ''
  return { obstacle, ready: found !== undefined && !obstacle && said && (act !== 'cancelCollect' || back) }
}

function useAct(act: Act, onDone: (changed: Changed) => void) {
  const t = useT()
  const { texts, cancel } = acts[act]
  const call = useCall(acts[act].call as typeof acts.collect.call, {
    headline: ({ RewardName, FullName }) => t(texts.headline, { reward: RewardName, name: personName(FullName) }),
    done: texts.done,
    failed: texts.failed,
    onDone: (changed) => {
      sound('found')
      onDone(changed)
    },
  })
  const run = (ReferenceCode: string, who: Who, { invoice, voucher, reason, back }: Typed) => {
    const input = cancel
      ? { ReferenceCode, Reason: reason.trim(), ...(act === 'cancelCollect' && { ItemBackYN: back ? 'Y' : 'N' }) }
      : {
          ...{ ReferenceCode, ...who },
          ...(invoice !== '' && { InvoiceNo: invoice }),
          ...(act === 'collect' && voucher !== '' && { VoucherNo: voucher }),
        }
    call.mutate(input as Parameters<typeof call.mutate>[0])
  }
  return { call, run }
}
