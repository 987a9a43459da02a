import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCustomFields } from '#areas/custom-fields/web/index.ts'
import type { FormFieldValues } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { DEFAULT_REWARD_TYPE, isStockedKind } from '../../contract/reward-kinds.ts'
import { addReward } from '../../contract/rewards.ts'
import { rewardPath, rewardsPath } from '../../paths.ts'
import { listImageIds, type RewardFormValues } from './form-values.ts'
import { SeparatelySavedRewardFields } from './MoreFields.tsx'
import { createRewardFields } from './reward-fields.ts'
import { planRewardSavingSteps, type RewardSaving } from './saving.ts'

/**
 * Page to create a reward.
 * The form saves the reward itself; the reward's page then saves outlets, stock groups and opening stock.
 */
export function AddRewardPage() {
  const t = useT()
  const navigate = useNavigate()
  const { isHQ } = useSession()
  const customFields = useCustomFields('Rewards')
  const [values, setValues] = useState<FormFieldValues>({})
  if (!isHQ) return <ForbiddenState />
  return (
    <Stack width="form">
      <Card title={t('rewards:form.new')}>
        <RecordForm
          area="rewards"
          call={addReward}
          columns={2}
          initial={{ Type: DEFAULT_REWARD_TYPE, ValidityDays: 60 }}
          onValues={setValues}
          fixed={{ Images: listImageIds(values) }}
          fields={[
            { name: 'Code', wide: true, help: 'rewards:help.Code', example: 'BRACELET_BOX' },
            ...createRewardFields(false),
            ...(customFields.length > 0 ? [{ section: 'kit:form.moreFields' as const }, ...customFields] : []),
          ]}
          failed="rewards:createFailed"
          draft="rewards.add"
          onDone={({ RewardId }, input) => {
            const formValues = input as unknown as RewardFormValues
            const saving: RewardSaving = {
              kind: 'new',
              steps: planRewardSavingSteps(isStockedKind(formValues.Type) ? formValues : { ...formValues, Stock: [] }),
            }
            return navigate(rewardPath({ RewardId }), { state: { saving } })
          }}
          onCancel={() => void navigate(rewardsPath())}
        >
          <SeparatelySavedRewardFields initial={{}} stock={isStockedKind(values.Type ?? DEFAULT_REWARD_TYPE)} isNew />
        </RecordForm>
      </Card>
    </Stack>
  )
}
