import { Select } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterAddAction } from '#kit/web/screen.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addListItem, listLookupEntries } from '../../contract/lists.ts'
import { type ListName, lookupListNames } from '../../contract.ts'
import { LookupListEditor } from './ListItems.tsx'

const isList = (name: string | null): name is ListName => lookupListNames.includes(name as ListName)

/** Page for the lookup lists that forms use; the URL contains the open list. */
export function LookupListsPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const id = useId()
  const [adding, setAdding] = useState(false)
  useRegisterAddAction(() => setAdding(true))
  const requested = address.get('list')
  const list = isList(requested) ? requested : lookupListNames[0]
  const { data, error, refetch } = useRead(listLookupEntries, { ListName: list })
  return (
    <Stack>
      <Stack gap="xs" width="narrow">
        <label htmlFor={id}>{t('setup:list.which')}</label>
        <Select<ListName>
          id={id}
          value={list}
          showSearch={{ optionFilterProp: 'label' }}
          options={lookupListNames.map((name) => ({ value: name, label: t(`setup:lists.${name}`) }))}
          onChange={(name) => setAddress({ list: name })}
        />
      </Stack>
      <Card title={t(`setup:lists.${list}`)} flush>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState />}
        {data?.count === 0 && <EmptyState title={t('setup:list.empty')} hint={t('setup:list.emptyHint')} />}
        {data && data.count > 0 && <LookupListEditor list={list} entries={data.rows} />}
      </Card>
      <FormDialog
        area="setup"
        title={t('setup:list.addTo', { name: t(`setup:lists.${list}`) })}
        open={adding}
        onClose={() => setAdding(false)}
        call={addListItem}
        fixed={{ ListName: list }}
        fields={[
          { name: 'Value', help: 'setup:list.valueHelp' },
          { name: 'Label', help: 'setup:list.labelHelp' },
        ]}
        done="setup:list.added"
        failed="setup:saveFailed"
      />
    </Stack>
  )
}
