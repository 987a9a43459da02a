import { Alert, Button, Checkbox, Form, Input, Switch } from 'antd'
import { GiftIcon } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { MemberSearchResult } from '#areas/customers/web/index.ts'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { memberCard } from '#areas/memberships/contract/counter.ts'
import { counterRoles as memberRoles } from '#areas/memberships/contract/roles.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { useCodeName, useCodeNameProvider } from '#kit/web/code-names.ts'
import { formatMoney, formatPoints, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ChangeArrow, EntryList, ListEntry, Row, Stack, SumList, TwoLineText } from '#kit/web/Layout.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type CustomerReward, type EligibleReward, listEligibleRewards, redeemRewards } from '../../contract.ts'
import { rewardPointPrice } from '../price.ts'
import { RewardPicture } from '../RewardPicture.tsx'
import { RewardCounterLayout } from './CounterFrame.tsx'
import { RewardCustomerCard } from './CustomerCard.tsx'
import { currentUserTextParams } from './done-by.ts'
import { PrintRewardSlipButton } from './Slip.tsx'
import { CounterStep } from './Step.tsx'

/** The maximum number of eligible rewards that the page reads. Redeemable rewards come first. */
const ELIGIBLE_MAX = 100

/** The page that redeems points: the user picks the member, the rewards and the outlet of collection. */
export function RedeemPage() {
  const [address, setAddress] = useSearchParams()
  const MembershipNo = address.get('member')
  const [picked, setPicked] = useState<MemberSearchResult>()
  const pick = (member: MemberSearchResult) => {
    setPicked(member)
    setAddress({ member: member.MembershipNo })
  }
  return MembershipNo === null ? (
    <MemberStep onPick={pick} />
  ) : (
    <RedemptionSteps
      key={MembershipNo}
      MembershipNo={MembershipNo}
      preselected={Number(address.get('reward')) || undefined}
      picked={picked?.MembershipNo === MembershipNo ? picked : undefined}
      onOtherMember={() => setAddress({})}
    />
  )
}

function MemberStep({ onPick }: { onPick: (member: MemberSearchResult) => void }) {
  const t = useT()
  return (
    <RewardCounterLayout side={null}>
      <CounterStep number={1} current title={t('customer-rewards:step.who')} about={t('customer-rewards:step.whoHint')}>
        <MemberPicker
          id="redeem-member"
          aria-label={t('customer-rewards:step.who')}
          size="large"
          autoFocus
          ofPage
          unmatched={t('customer-rewards:noMember')}
          action={t('customer-rewards:goOn')}
          onPick={onPick}
        />
      </CounterStep>
    </RewardCounterLayout>
  )
}

type RedemptionProps = {
  MembershipNo: string
  /** The reward that the page selects at first, from the link that opened the page. */
  preselected: number | undefined
  /** The details of the member if the user picked the member on this page. */
  picked: MemberSearchResult | undefined
  onOtherMember: () => void
}
type Redeemed = { rows: CustomerReward[]; Available: number }

function RedemptionSteps({ MembershipNo, preselected, picked, onOtherMember }: RedemptionProps) {
  const t = useT()
  const state = useRedemption(MembershipNo, preselected)
  const { data } = state.eligible
  const { redeemed } = state
  const { has } = useSession()
  const card = useRead(memberCard, { MembershipNo }, { enabled: has(memberRoles) && !picked }).data
  const name = redeemed?.rows[0]?.FullName ?? picked?.FullName ?? card?.FullName
  return (
    <RewardCounterLayout
      side={
        data && (
          <RewardCustomerCard
            name={name ?? MembershipNo}
            MembershipNo={MembershipNo}
            phone={picked?.ContactNo ?? card?.ContactNo}
            available={redeemed?.Available ?? data.Available}
          />
        )
      }
    >
      <CounterStep
        number={1}
        done={data !== undefined}
        title={name ? <bdi>{formatPersonName(name)}</bdi> : MembershipNo}
        about={name && MembershipNo}
        extra={!redeemed && <Button onClick={onOtherMember}>{t('customer-rewards:change')}</Button>}
      >
        {data?.Notices.includes('Customer is not Active') && (
          <Alert type="warning" showIcon title={t('customer-rewards:notActive')} />
        )}
      </CounterStep>
      {redeemed ? (
        <RedeemedStep redeemed={redeemed} onNext={onOtherMember} />
      ) : (
        <>
          <RewardsStep state={state} />
          {state.selected.length > 0 && data && <ConfirmStep state={state} available={data.Available} />}
        </>
      )}
    </RewardCounterLayout>
  )
}

type Redemption = ReturnType<typeof useRedemption>

/** The steps after the choice of the member: the user selects eligible rewards and redeems the selected rewards. */
function useRedemption(MembershipNo: string, preselected: number | undefined) {
  const t = useT()
  const { user, isHQ } = useSession()
  const [allTypes, setAllTypes] = useState(false)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(
    new Set(preselected === undefined ? [] : [preselected]),
  )
  const [outlet, setOutlet] = useState<string | null>(isHQ ? null : (user.building?.code ?? null))
  const [remarks, setRemarks] = useState('')
  const [redeemed, setRedeemed] = useState<Redeemed>()
  const eligible = useRead(listEligibleRewards, { MembershipNo, AllYN: allTypes ? 'Y' : 'N', Rows: ELIGIBLE_MAX })
  const redeem = useCall(redeemRewards, {
    headline: ({ rows }) =>
      t('customer-rewards:headline.redeem', {
        reward: rows.map(({ RewardName }) => RewardName).join(listSeparator()),
        name: formatPersonName(rows[0]!.FullName),
      }),
    done: 'customer-rewards:done.added',
    failed: 'customer-rewards:titles.redeem',
    onDone: (reply) => setRedeemed(reply),
  })
  const selected =
    eligible.data?.rows.filter(({ RewardId, Obstacle }) => Obstacle === null && selectedIds.has(RewardId)) ?? []
  const price = selected.reduce((sum, reward) => sum + rewardPointPrice(reward), 0)
  const ready = selected.length > 0 && price <= (eligible.data?.Available ?? 0) && outlet !== null
  return {
    ...{ eligible, allTypes, setAllTypes, selectedIds, selected, outlet, setOutlet },
    ...{ remarks, setRemarks, price, ready, redeemed },
    running: redeem.isPending,
    clear: () => setSelectedIds(new Set()),
    toggle: (RewardId: number) =>
      setSelectedIds((before) => {
        const next = new Set(before)
        if (!next.delete(RewardId)) next.add(RewardId)
        return next
      }),
    run: () =>
      ready &&
      redeem.mutate({
        MembershipNo,
        Rewards: selected.map(({ RewardId, BirthdayYN }) => ({ RewardId, IsBirthdayPointDeduct: BirthdayYN })),
        CollectedOutletCode: outlet,
        ...(remarks.trim() !== '' && { Remarks: remarks.trim() }),
      }),
  }
}

function RewardsStep({
  state: { eligible, selected, selectedIds, toggle, allTypes, setAllTypes },
}: {
  state: Redemption
}) {
  const t = useT()
  const { data, error } = eligible
  return (
    <CounterStep
      number={2}
      current={selected.length === 0}
      done={selected.length > 0}
      title={t('customer-rewards:step.redemption')}
      about={data && t('customer-rewards:step.redemptionHint', { points: formatPoints(data.Available) })}
      extra={
        <Row as="label" tight>
          <Switch checked={allTypes} onChange={setAllTypes} />
          {t('customer-rewards:all')}
        </Row>
      }
    >
      {error ? (
        <ErrorState
          error={error}
          title={t('customer-rewards:titles.getRewards')}
          onRetry={() => void eligible.refetch()}
        />
      ) : !data ? (
        <LoadingState rows={4} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon={<GiftIcon />} title={t('customer-rewards:empty')} />
      ) : (
        <EntryList>
          {data.rows.map((reward) => (
            <RewardOption
              key={reward.RewardId}
              reward={reward}
              available={data.Available}
              selected={selectedIds.has(reward.RewardId)}
              onToggle={() => toggle(reward.RewardId)}
            />
          ))}
        </EntryList>
      )}
    </CounterStep>
  )
}

function ConfirmStep({ state, available }: { state: Redemption; available: number }) {
  const t = useT()
  const { user } = useSession()
  const { selected, price, outlet, setOutlet, remarks, setRemarks } = state
  return (
    <CounterStep
      number={3}
      current
      title={t('customer-rewards:step.confirm')}
      about={t('customer-rewards:step.by', currentUserTextParams(user))}
    >
      <SumList
        items={[
          ...selected.map((reward) => ({ label: reward.Name, value: formatPoints(rewardPointPrice(reward)) })),
          {
            label: t('customer-rewards:available'),
            value: (
              <>
                {formatPoints(available)} <ChangeArrow label={t('customer-rewards:becomes')} />{' '}
                {formatPoints(available - price)}
              </>
            ),
            strong: true,
          },
        ]}
      />
      {price > available && <Alert type="error" showIcon title={t('customer-rewards:tooMany')} />}
      <Form component={false} layout="vertical">
        <Row gap="m" start>
          <Form.Item className="carat-grow" label={t('customer-rewards:collectedAt')} htmlFor="redeem-outlet" required>
            <ChoiceSelect
              id="redeem-outlet"
              area="customer-rewards"
              field="CollectedOutletCode"
              choices="outlet"
              value={outlet}
              onChange={(value) => setOutlet(value as string | null)}
            />
          </Form.Item>
          <Form.Item className="carat-grow" label={t('kit:fields.Remarks')} htmlFor="redeem-remarks">
            <Input
              id="redeem-remarks"
              value={remarks}
              maxLength={300}
              onChange={({ target }) => setRemarks(target.value)}
            />
          </Form.Item>
        </Row>
      </Form>
      <Row>
        <Button
          className="reward-act"
          type="primary"
          size="large"
          disabled={!state.ready}
          loading={state.running}
          onClick={state.run}
        >
          {t('customer-rewards:button.redeem', { points: formatPoints(price) })}
        </Button>
        <Button size="large" onClick={state.clear}>
          {t('customer-rewards:startOver')}
        </Button>
      </Row>
    </CounterStep>
  )
}

type RewardOptionProps = { reward: EligibleReward; available: number; selected: boolean; onToggle: () => void }

function RewardOption({ reward, available, selected, onToggle }: RewardOptionProps) {
  const t = useT()
  const outletName = useCodeName(useCodeNameProvider('OutletCode'))
  const { Obstacle, StockHere, StockAt, MissingPoints } = reward
  const blockerText =
    Obstacle === 'notEnough'
      ? t('customer-rewards:missing', { count: MissingPoints, points: formatPoints(MissingPoints) })
      : Obstacle && t(`customer-rewards:obstacle.${Obstacle}`)
  const stock =
    StockHere === null
      ? undefined
      : [
          t('customer-rewards:stockHere', { count: StockHere }),
          ...(StockHere > 0
            ? []
            : StockAt.map(({ OutletCode, Available }) => `${outletName(OutletCode)}: ${Available}`)),
        ].join(' · ')
  const details = [
    Number(reward.CashTopUp) > 0 && `+ ${formatMoney(reward.CashTopUp, { currency: true })}`,
    reward.BirthdayYN === 'Y' && t('customer-rewards:birthdayPrice'),
    Obstacle === null && t('customer-rewards:leaves', { points: formatPoints(available - rewardPointPrice(reward)) }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <ListEntry
      side={
        <TwoLineText second={details}>
          <strong className="carat-figure">
            {t('customer-rewards:points', {
              count: rewardPointPrice(reward),
              points: formatPoints(rewardPointPrice(reward)),
            })}
          </strong>
        </TwoLineText>
      }
    >
      <Checkbox checked={selected} disabled={Obstacle !== null} onChange={onToggle}>
        <Row tight gap="m">
          <RewardPicture url={reward.ImageUrl} />
          <TwoLineText second={[reward.Code, stock, blockerText].filter(Boolean).join(' · ')}>
            <strong>{reward.Name}</strong>
          </TwoLineText>
        </Row>
      </Checkbox>
    </ListEntry>
  )
}

function RedeemedStep({ redeemed: { rows, Available }, onNext }: { redeemed: Redeemed; onNext: () => void }) {
  const t = useT()
  return (
    <CounterStep
      number={2}
      done
      title={t('customer-rewards:redeemed')}
      about={t('customer-rewards:step.redemptionHint', { points: formatPoints(Available) })}
    >
      <EntryList>
        {rows.map((reward) => (
          <li key={reward.ReferenceCode}>
            <Row justify="spread">
              <TwoLineText second={reward.ReferenceCode}>
                <strong>{reward.RewardName}</strong>
              </TwoLineText>
              <PrintRewardSlipButton reward={reward} available={Available} />
            </Row>
          </li>
        ))}
      </EntryList>
      <Stack>
        <Row>
          <Button type="primary" autoFocus onClick={onNext}>
            {t('customer-rewards:next')}
          </Button>
        </Row>
      </Stack>
    </CounterStep>
  )
}
