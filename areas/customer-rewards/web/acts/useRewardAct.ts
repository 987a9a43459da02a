import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { CallError } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { useScanner } from '#kit/web/scanner.ts'
import { playSound } from '#kit/web/sound.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type ChangedReward, type Identifier, lookupCustomerReward } from '../../contract.ts'
import { claimRewardsPath } from '../../paths.ts'
import { type RewardActionName, rewardActions } from './acts.ts'
import { guessIdentifierType, isReferenceCode, parseRewardCode } from './identifier.ts'

export type CustomerIdentifier = { IdentifierType: Identifier; Identifier: string }
export type RewardActionState = ReturnType<typeof useRewardAction>

const emptyInput = { invoice: '', voucher: '', reason: '', itemBack: false }
export type RewardActionInput = typeof emptyInput

/** The state of an action on a customer reward: code, customer identifier, further input, dry run and result. */
export function useRewardAction(act: RewardActionName) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const member = address.get('member')
  const [code, setCode] = useState(address.get('code') ?? '')
  const [identifier, setIdentifier] = useState<CustomerIdentifier | undefined>(
    member === null ? undefined : { IdentifierType: 'MembershipNo', Identifier: member },
  )
  const [input, setInput] = useState(emptyInput)
  const [changed, setChanged] = useState<ChangedReward>()
  const { call, run } = useAct(act, setChanged)
  const lookup = useCall(lookupCustomerReward, { failed: rewardActions[act].texts.notFound, errorIn: 'form' })
  const reward = lookup.isSuccess ? lookup.data : undefined

  const lookUp = (rewardCode: string, customer: CustomerIdentifier | undefined) => {
    if (rewardCode === '' || !customer) return
    lookup.mutate(
      {
        Act: act,
        ...parseRewardCode(rewardCode),
        ...customer,
        ...(input.invoice !== '' && { InvoiceNo: input.invoice }),
      },
      {
        onSuccess: (found) => {
          playSound('found')
          if (isForClaim(act, found) && isReferenceCode(address.get('code') ?? ''))
            void navigate(claimRewardsPath({ code: found.ReferenceCode, member: found.MembershipNo }), {
              replace: true,
            })
        },
        onError: () => playSound('unknown'),
      },
    )
  }
  const begin = useEffectEvent(() => lookUp(code, identifier))
  useEffect(() => begin(), [])
  const submitCode = (scanned: string) => {
    setCode(scanned.trim().toUpperCase())
    lookUp(scanned.trim(), identifier)
  }
  const submitIdentifier = (customer: CustomerIdentifier) => {
    setIdentifier(customer)
    lookUp(code, customer)
  }
  useScanner((scanned) => {
    if (changed) return
    if (code === '' || isReferenceCode(scanned)) submitCode(scanned)
    else submitIdentifier({ IdentifierType: guessIdentifierType(scanned), Identifier: scanned })
  })

  const startOver = () => {
    setCode('')
    setIdentifier(undefined)
    setInput(emptyInput)
    setChanged(undefined)
    lookup.reset()
    void navigate(rewardActions[act].path(), { replace: true })
  }
  const { error } = lookup
  const isOtherMember = error instanceof CallError && error.code === 'customer-rewards.other_member'
  return {
    ...{ act, code, identifier, input, reward, changed, error, isOtherMember, submitCode, submitIdentifier, startOver },
    hasCode: code !== '' && (!error || isOtherMember),
    changeInput: (part: Partial<RewardActionInput>) => setInput((before) => ({ ...before, ...part })),
    check: () => lookUp(code, identifier),
    lookingUp: lookup.isPending,
    running: call.isPending,
    run: () => reward && identifier && !call.isPending && run(reward.ReferenceCode, identifier, input),
    ...readinessOf(act, reward, input),
  }
}

/**
 * True if the collect page must redirect to the claim page.
 * A scan opens the collect page if the reward's type is unreadable before the member is identified (find-reward.ts).
 * Rewards other than Premium Gifts are claimed instead of collected.
 */
const isForClaim = (act: RewardActionName, { Type, Status }: { Type: string; Status: string }) =>
  act === 'collect' && !isRedeemedKind(Type) && Status === 'Active'

/**
 * Returns the blocker, and whether the action can run.
 * The blocker about an item not returned is ignored, because the user ticks a checkbox to confirm the return.
 */
function readinessOf(
  act: RewardActionName,
  reward: { Obstacle: { code: string; message: string; params: Record<string, unknown> } | null } | undefined,
  { reason, itemBack }: RewardActionInput,
) {
  const blocker = reward?.Obstacle?.code === 'customer-rewards.item_not_back' ? null : (reward?.Obstacle ?? null)
  const hasReason = !rewardActions[act].cancel || reason.trim() !== ''
  return { blocker, ready: reward !== undefined && !blocker && hasReason && (act !== 'cancelCollect' || itemBack) }
}

function useAct(act: RewardActionName, onDone: (changed: ChangedReward) => void) {
  const t = useT()
  const { texts, cancel } = rewardActions[act]
  const call = useCall(rewardActions[act].call as typeof rewardActions.collect.call, {
    headline: ({ RewardName, FullName }) => t(texts.headline, { reward: RewardName, name: formatPersonName(FullName) }),
    done: texts.done,
    failed: texts.failed,
    onDone: (changed) => {
      playSound('found')
      onDone(changed)
    },
  })
  const run = (
    ReferenceCode: string,
    identifier: CustomerIdentifier,
    { invoice, voucher, reason, itemBack }: RewardActionInput,
  ) => {
    const body = cancel
      ? { ReferenceCode, Reason: reason.trim(), ...(act === 'cancelCollect' && { ItemBackYN: itemBack ? 'Y' : 'N' }) }
      : {
          ...{ ReferenceCode, ...identifier },
          ...(invoice !== '' && { InvoiceNo: invoice }),
          ...(act === 'collect' && voucher !== '' && { VoucherNo: voucher }),
        }
    call.mutate(body as Parameters<typeof call.mutate>[0])
  }
  return { call, run }
}
