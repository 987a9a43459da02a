import {
  recommendFriend as recommendFriendCall,
  verifyReferrer as verifyReferrerCall,
} from '#areas/customers/contract/referrers.ts'
import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { recommendFriend } from './accept-referrer.ts'
import { approveReferral, rejectReferral } from './decide-referral.ts'
import { customerReferrals, listReferrals, listReferrers } from './referrals.ts'
import { verifyReferrer } from './verify-referrer.ts'

export const referralRoutes = [
  serve(contract.listReferrers, listReferrers),
  serve(contract.listReferrals, listReferrals),
  serve(contract.customerReferrals, customerReferrals),
  serve(contract.approveReferral, approveReferral),
  serve(contract.rejectReferral, rejectReferral),
  serve(recommendFriendCall, recommendFriend),
  serve(verifyReferrerCall, verifyReferrer),
]
