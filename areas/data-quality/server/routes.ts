import { serve } from '#kit/server/serve.ts'
import * as archive from '../contract/archive.ts'
import * as quality from '../contract/quality.ts'
import { archiveMember } from './archive/archive-member.ts'
import { listArchivedMembers, listInactiveMembers } from './archive/inactive-members.ts'
import { reactivateMember } from './archive/reactivate-member.ts'
import { countIssues, listCustomersWithIssues } from './issues.ts'

export const dataQualityRoutes = [
  serve(archive.listInactiveMembers, listInactiveMembers, 'report'),
  serve(archive.listArchivedMembers, listArchivedMembers),
  serve(archive.archiveMember, archiveMember),
  serve(archive.reactivateMember, reactivateMember),
  serve(quality.listCustomersWithIssues, listCustomersWithIssues, 'report'),
  serve(quality.countIssues, countIssues, 'report'),
]
