import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useCustomFields } from '#areas/custom-fields/web/index.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, ForbiddenState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getReward, type RewardDetail, updateReward } from '../../contract/rewards.ts'
import { rewardPath } from '../../paths.ts'
import { listImageIds, type RewardFormValues } from './form-values.ts'
import { SeparatelySavedRewardFields } from './MoreFields.tsx'
import { createRewardFields } from './reward-fields.ts'
import { planRewardSavingSteps, type RewardSaving } from './saving.ts'

/** Page on which head office edits a reward; stock is changed on the reward's page instead. */
export function EditRewardPage() {
  const t = useT()
  const { RewardId } = useParams()
  const { isHQ } = useSession()
  const { data, error, refetch } = useRead(getReward, { RewardId: Number(RewardId) }, { refetchOnWindowFocus: false })
  useRegisterOpenRecord(data?.Name)
  if (!isHQ) return <ForbiddenState />
  if (error) return <ErrorState error={error} title={t('rewards:getFailed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return <EditReward key={data.RewardId} reward={data} />
}

function EditReward({ reward }: { reward: RewardDetail }) {
  const t = useT()
  const navigate = useNavigate()
  const { RewardId, Images, Objects } = reward
  const valuesOf = (type: string) =>
    Objects.filter(({ ObjectType }) => ObjectType === type).map((object) => object.ObjectValue)
  const [initialExtras] = useState(() => ({
    Pictures: Images.map(({ MediaId, Url }) => ({ MediaId, Url })),
    Outlets: valuesOf('Building'),
    StockGroups: valuesOf('ProntoStockGroup'),
  }))
  const customFields = useCustomFields('Rewards', reward.CustomValues)
  const [formValues, setFormValues] = useState<RewardFormValues>(initialExtras)
  return (
    <Stack width="form">
      <Card title={reward.Name}>
        <RecordForm
          area="rewards"
          call={updateReward}
          columns={2}
          initial={reward}
          onValues={setFormValues}
          fixed={{ Images: listImageIds(formValues) }}
          fields={[
            { name: 'Code', help: 'rewards:help.Code', wide: true },
            ...createRewardFields(reward.Given > 0 && t('rewards:refusals.type_fixed')),
            ...(customFields.length > 0 ? [{ section: 'kit:form.moreFields' as const }, ...customFields] : []),
          ]}
          failed="rewards:updateFailed"
          draft={`rewards.${RewardId}`}
          onDone={(_, input) => {
            const saving: RewardSaving = {
              kind: 'changed',
              steps: planRewardSavingSteps(input as unknown as RewardFormValues, Objects),
            }
            return navigate(rewardPath({ RewardId }), { state: { saving } })
          }}
          onCancel={() => void navigate(rewardPath({ RewardId }))}
        >
          <SeparatelySavedRewardFields initial={initialExtras} stock={false} />
        </RecordForm>
      </Card>
    </Stack>
  )
}
