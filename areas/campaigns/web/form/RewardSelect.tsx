import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import { listRewards } from '#areas/rewards/contract/rewards.ts'
import { call } from '#kit/web/call.ts'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'

const findRewardChoices = async () => {
  const { rows } = await call(listRewards, { Rows: 1000, Search: { Status: 'Active' }, SortOption: 'Name' })
  const issuedRewards = rows.filter(({ Type }) => !isRedeemedKind(Type))
  return issuedRewards.map(({ RewardId, Name }) => ({ value: RewardId, label: Name }))
}

/** Selects an additional reward for the members, or no reward. */
function RewardSelect({ value, onChange, ...rest }: ControlProps) {
  const t = useT()
  const { data, isPending } = useQuery({
    queryKey: ['campaigns.rewards'],
    queryFn: findRewardChoices,
    meta: { about: ['reward'] },
  })
  return (
    <Select<number>
      {...rest}
      allowClear
      value={typeof value === 'number' ? value : null}
      onChange={(rewardId) => onChange?.(rewardId ?? null)}
      loading={isPending}
      placeholder={t('kit:form.choose')}
      showSearch={{ optionFilterProp: 'label' }}
      options={data ?? []}
    />
  )
}

export const rewardField = {
  name: 'RewardId',
  help: 'campaigns:help.RewardId',
  control: (props: ControlProps) => <RewardSelect {...props} />,
} as const
