import { useNavigate } from 'react-router'
import { addCardCategory } from '#areas/tiers/contract/card-categories.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { cardCategoriesPath, cardCategoryPath } from '../../paths.ts'
import { ColorInput } from './ColorInput.tsx'
import { CardGroupSelect } from './GroupSelect.tsx'

/** The page that adds a card category. Saving opens the page of the category, where its levels are added. */
export function AddCardCategoryPage() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Stack width="form">
      <Card title={t('memberships:cardCategory.new')}>
        <RecordForm
          area="memberships"
          call={addCardCategory}
          columns={2}
          fields={[
            { name: 'CardGroupId', control: (props) => <CardGroupSelect {...props} /> },
            { name: 'Code', help: 'memberships:cardCategory.codeHelp', example: 'GOLD' },
            'Name',
            { name: 'LevelSequence', help: 'memberships:cardCategory.sequenceHelp' },
            { name: 'Color', control: (props) => <ColorInput {...props} /> },
            'Status',
            { name: 'Description', kind: 'multiline' },
          ]}
          done="memberships:cardCategory.created"
          failed="memberships:cardCategory.createFailed"
          draft="memberships.cardCategory.add"
          onDone={({ CardCategoryId }) => navigate(cardCategoryPath({ CardCategoryId }))}
          onCancel={() => void navigate(cardCategoriesPath())}
        />
      </Card>
    </Stack>
  )
}
