import { Tag } from 'antd'
import { deleteTag, restoreTag } from '#areas/customers/contract/tags.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useCall } from '#kit/web/useCall.ts'
import type { CustomerWithIssues } from '../../contract/quality.ts'

/** Shows the tags of a customer, each with a button that removes the tag. */
export function CustomerTags({ customer }: { customer: CustomerWithIssues }) {
  const t = useT()
  const remove = useCall(deleteTag, {
    done: 'data-quality:tags.deleted',
    failed: 'data-quality:tags.deleteFailed',
    undo: ({ TagId }) => call(restoreTag, { TagId }),
  })
  if (customer.Tags.length === 0) return <Muted aria-hidden>–</Muted>
  return (
    <Row gap="xs">
      {customer.Tags.map(({ TagId, Name }) => (
        <Tag
          key={TagId}
          style={{ margin: 0 }}
          closable={{ 'aria-label': t('data-quality:tags.remove', { tag: Name, name: customer.FullName }) }}
          onClose={(event) => {
            event.preventDefault()
            remove.mutate({ TagId })
          }}
        >
          {Name}
        </Tag>
      ))}
    </Row>
  )
}
