import { serve } from '#kit/server/serve.ts'
import * as archive from '../contract/archive.ts'
import * as quality from '../contract/quality.ts'
import * as tags from '../contract/tags.ts'
import { archiveMember } from './archive/archive-member.ts'
import { listArchivedMembers } from './archive/list-archived-members.ts'
import { listInactiveMembers } from './archive/list-inactive-members.ts'
import { reactivateMember } from './archive/reactivate-member.ts'
import { countIssues } from './quality/count-issues.ts'
import { listDoubtfulCustomers } from './quality/list-doubtful-customers.ts'
import { addTag } from './tags/add-tag.ts'
import { deleteTag } from './tags/delete-tag.ts'
import { getTag } from './tags/get-tag.ts'
import { listTags } from './tags/list-tags.ts'
import { restoreTag } from './tags/restore-tag.ts'

export const upkeepRoutes = [
  serve(archive.listInactiveMembers, listInactiveMembers, 'report'),
  serve(archive.listArchivedMembers, listArchivedMembers),
  serve(archive.archiveMember, archiveMember),
  serve(archive.reactivateMember, reactivateMember),
  serve(quality.listDoubtfulCustomers, listDoubtfulCustomers, 'report'),
  serve(quality.countIssues, countIssues, 'report'),
  serve(tags.addTag, addTag),
  serve(tags.listTags, listTags),
  serve(tags.getTag, getTag),
  serve(tags.deleteTag, deleteTag),
  serve(tags.restoreTag, restoreTag),
]
