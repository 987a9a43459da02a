import { z } from 'zod'
import { filterText, Id, requiredText } from '#kit/contract/fields.ts'
import { pageQuery } from '#kit/contract/page.ts'
import { defineSetupRecord, SetupRecordStatus } from '#kit/contract/record.ts'

export const cardGroups = defineSetupRecord({
  area: 'memberships',
  name: ['card group', 'card groups'],
  path: '/member/card-groups',
  role: 'Card Group',
  key: { GroupId: Id },
  row: { Name: z.string(), Description: z.string() },
  fields: {
    Name: requiredText(20, 'Please input name.'),
    Description: requiredText(300, 'Please input description.'),
  },
  unique: { Name: 'name' },
  used: '{Categories} card categories and {Memberships} memberships',
  list: pageQuery(
    { Name: filterText, Description: filterText, Status: SetupRecordStatus },
    { rows: 10, sort: ['GroupId', 'Name', 'Status', 'CreatedAt'], direction: 'DESC', whole: true },
  ),
})
