import { useNavigate } from 'react-router'
import { businessDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { addPointStructure } from '../../contract.ts'
import { structurePath, structuresPath } from '../../paths.ts'
import { endOverlapAction } from './end-overlap.ts'
import { createFirstPeriodFields } from './FirstPeriod.tsx'
import { createStructureFields } from './structure-fields.tsx'

/** Page to add a structure with its first period. */
export function AddStructurePage() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Stack width="form">
      <Card title={t('points:structure.new')}>
        <RecordForm
          area="points"
          call={addPointStructure}
          columns={2}
          initial={{
            ValidityMonths: 24,
            ExpiryRounding: 'End of month',
            PendingDays: 0,
            MinimumSpend: '0.00',
            Rounding: 'Floor',
            NamedOnlyYN: 'N',
            EndOtherYN: 'N',
            Details: [{ EffectiveFrom: businessDate(), Multiplier: '1.00' }],
          }}
          fields={[
            { name: 'Code', help: 'points:structure.codeHelp', example: 'JEWEL2027' },
            ...createStructureFields(),
            { name: 'EndOtherYN', help: 'points:structure.endOtherHelp' },
            ...createFirstPeriodFields('structure'),
          ]}
          headline={(_, { Code }) => t('points:structure.named.added', { name: Code })}
          done="points:structure.added"
          failed="points:structure.failed"
          alternative={endOverlapAction}
          onDone={({ StructureId }) => navigate(structurePath({ StructureId }))}
          onCancel={() => void navigate(structuresPath())}
        />
      </Card>
    </Stack>
  )
}
