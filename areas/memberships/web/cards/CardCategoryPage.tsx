import { Button } from 'antd'
import { PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { CardCategory, getCardCategory, updateCardCategory } from '#areas/tiers/contract/card-categories.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { RecordPageHeader } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useRead } from '#kit/web/useRead.ts'
import { CardLevels } from './CardLevels.tsx'
import { ColorInput } from './ColorInput.tsx'

/** The page of one card category, with the conditions to enter and keep it. */
export function CardCategoryPage() {
  const t = useT()
  const { CardCategoryId } = useParams()
  const [editing, setEditing] = useState(false)
  const { data, error, refetch } = useRead(getCardCategory, { CardCategoryId: Number(CardCategoryId) })
  useRegisterOpenRecord(data?.Name)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <Stack>
      <RecordPageHeader
        actions={
          <>
            <HistoryButton area="memberships" subject="CardCategory" id={data.CardCategoryId} name={data.Name} />
            <Button icon={<PencilIcon aria-hidden />} onClick={() => setEditing(true)}>
              {t('kit:verbs.edit')}
            </Button>
          </>
        }
      />
      <Card label={data.Name}>
        <RecordFacts
          area="memberships"
          of={CardCategory}
          record={data}
          fields={[
            { field: 'Code', copy: true },
            'CardGroupName',
            'LevelSequence',
            { field: 'Color', render: (category) => <ColourTag name={category.Color} color={category.Color} /> },
            'Status',
            { field: 'Description', wide: true },
          ]}
        />
      </Card>
      <CardLevels category={data} />
      <FormDialog
        area="memberships"
        title={t('memberships:cardCategory.edit')}
        open={editing}
        onClose={() => setEditing(false)}
        call={updateCardCategory}
        initial={data}
        fields={[
          'Name',
          { name: 'LevelSequence', help: 'memberships:cardCategory.sequenceHelp' },
          { name: 'Color', control: (props) => <ColorInput {...props} /> },
          'Status',
          { name: 'Description', kind: 'multiline' },
        ]}
        note={
          <p className="carat-muted carat-space-after">
            {t('memberships:cardCategory.locked', { code: data.Code, group: data.CardGroupName })}
          </p>
        }
        done="memberships:cardCategory.updated"
        failed="memberships:cardCategory.updateFailed"
      />
    </Stack>
  )
}
