"""A till for Carat in Python 3, standard library only: an example for vendors.

  python3 till.py --url http://127.0.0.1:4100 --member JC...   a short day at the counter, against `npm run sandbox`
  python3 till.py --driver --store till.db                     the test driver for `npm run conformance`

The rules that matter, each once in this file:
  1. An act is stored before it is sent, so a crash loses nothing (Till.enter).
  2. Its Idempotency-Key and body never change, so a repeated request has no second effect (Till.enter).
  3. No reply, 408, 429 and 5xx are repeated, after Retry-After; any other refusal is final (Till.request).
  4. 401 means that the session has ended: sign in again, once (Till.call).
  5. Money is decimal text, rounded half up per line; a time carries its zone (detail_of, Till.server_time).
"""
import argparse
import http.client
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal
from email.utils import parsedate_to_datetime

BASE = "/api/1.0"
SIGN_IN = "/auth/system/sign-in"
LOOKUP = "/customer/memberships/lookup"
CARD = "/customer/memberships/card"
PREVIEW = "/customer/transaction-summaries/normal/preview"
SALE = "/customer/memberships/transaction-summaries/add"
LINE = "/customer/transaction-details/add"
REDEEM = "/point/redemption"
REFUND = "/point/redemption/refund"
VOUCHER = "/till/vouchers/use"

# 0 stands for "no reply": the connection was cut, and the call may have been executed.
REPEAT = {0, 408, 429, 500, 502, 503, 504}
ATTEMPTS = 4
BACKOFF = 0.2  # seconds, doubled with each attempt
LONGEST_WAIT = 5  # a customer does not wait longer; the act stays in the queue


class Till:
    def __init__(self, store):
        self.db = sqlite3.connect(store, isolation_level=None)  # each statement is committed at once
        self.db.row_factory = sqlite3.Row
        self.db.execute(
            "create table if not exists act (document text primary key, path text, key text, body text,"
            " state text default 'waiting', reply text default '{}')"
        )
        self.token = None
        self.clock_offset = timedelta()

    def start(self, url, client_id, client_secret, outlet, resume):
        self.url, self.client_id, self.client_secret, self.outlet = url.rstrip("/"), client_id, client_secret, outlet
        self.token = None
        if not resume:
            self.db.execute("delete from act")
        self.sign_in()

    # --- Requests ---

    def send(self, path, body, headers):
        """One request: its status (0 without a reply), its JSON, and the seconds of Retry-After."""
        request = urllib.request.Request(self.url + BASE + path, json.dumps(body).encode(), method="POST")
        for name, value in {"Content-Type": "application/json", **headers}.items():
            request.add_header(name, value)
        try:
            try:
                response = urllib.request.urlopen(request, timeout=30)
            except urllib.error.HTTPError as error:
                response = error  # a refusal also has headers and a body
            with response:
                self.compare_clock(response.headers.get("Date"))
                wait = response.headers.get("Retry-After")
                return response.status, json.loads(response.read() or b"{}"), int(wait) if wait else None
        except (OSError, ValueError, http.client.HTTPException):
            return 0, {}, None

    def request(self, path, body, headers):
        """Repeats a request unchanged while its result is unknown or the server is busy."""
        for attempt in range(ATTEMPTS):
            status, reply, wait = self.send(path, body, headers)
            pause = wait if wait is not None else BACKOFF * 2**attempt
            if status not in REPEAT or pause > LONGEST_WAIT or attempt == ATTEMPTS - 1:
                break
            time.sleep(pause)
        return status, reply

    def sign_in(self):
        credentials = {"ClientId": self.client_id, "ClientSecret": self.client_secret}
        status, reply = self.request(SIGN_IN, credentials, {})
        self.token = reply["access_token"] if status == 200 else None
        return self.token is not None

    def call(self, path, body, key=None):
        """A call with a session. A session lasts an hour; 401 means that it ended."""
        if not self.token and not self.sign_in():
            return 0, {}
        for again in (True, False):
            headers = {"Authorization": "Bearer " + self.token}
            if key:
                headers["Idempotency-Key"] = key
            status, reply = self.request(path, body, headers)
            if status != 401:
                return status, reply
            if not again or not self.sign_in():
                return 0, {}  # the act stays in the queue until the account is corrected

    # --- Time and money ---

    def compare_clock(self, date):
        """Follows the server's clock. The Date header has whole seconds, so small differences are ignored: they would
        put a return before its sale."""
        if date:
            offset = parsedate_to_datetime(date) - datetime.now(timezone.utc)
            if abs(offset - self.clock_offset) > timedelta(seconds=5):
                self.clock_offset = offset

    def server_time(self):
        return (datetime.now(timezone.utc) + self.clock_offset).isoformat(timespec="milliseconds")

    # --- The queue ---

    def find(self, document):
        return self.db.execute("select * from act where document = ?", (document,)).fetchone()

    def enter(self, document, path, body):
        """Enters an act once per document: stores it, then sends what waits. The same document again has the first result."""
        previous = self.find(document)
        if not previous or previous["state"] == "refused":
            self.db.execute(
                "insert or replace into act (document, path, key, body) values (?, ?, ?, ?)",
                (document, path, "till-py:" + document, json.dumps(body)),
            )
        self.flush()
        return self.find(document)

    def flush(self):
        """Sends what waits, in the order of the counter. A refused act does not stop those behind it."""
        for act in self.db.execute("select * from act where state = 'waiting' order by rowid").fetchall():
            body = json.loads(act["body"])
            status, reply = self.call(act["path"], body, act["key"])
            if status in REPEAT:
                return  # still no connection; the acts behind this one may depend on it
            state = "done" if status < 300 else "refused"
            self.db.execute(
                "update act set state = ?, reply = ? where document = ?", (state, json.dumps(reply), act["document"])
            )

    def waiting(self):
        return self.db.execute("select count(*) from act where state = 'waiting'").fetchone()[0]

    # --- The counter ---

    def look_up(self, typed):
        """Finds a member by a full number, phone or e-mail, and reads the card."""
        status, found = self.call(LOOKUP, {"Typed": typed})
        if status != 200 or found["ExactYN"] != "Y" or not found["rows"]:
            return refused("No member found")
        status, card = self.call(CARD, {"MembershipNo": found["rows"][0]["MembershipNo"]})
        if status != 200:
            return refused("The card is not available")
        shown = "{FullName}, {MembershipNo}: {Available} points".format(**card)
        number, name, points = card["MembershipNo"], card["FullName"], card["Available"]
        return {"outcome": "done", "shown": shown, "membershipNo": number, "name": name, "balance": points}

    def preview(self, member, lines):
        """The points of a sale before it is entered. None if the account has no scope for it."""
        details = [detail_of(line) for line in lines]
        body = {"MembershipNo": member, "OutletCode": self.outlet, "TotalAmount": total_of(details), "Details": details}
        status, reply = self.call(PREVIEW, body)
        return reply["Points"] + reply["BonusPoints"] if status == 200 else None

    def sell(self, invoice, member, lines):
        details = [detail_of(line) for line in lines]
        previous = self.find("sale:" + invoice)
        if previous and previous["state"] != "refused" and json.loads(previous["body"])["Details"] != details:
            return refused("Receipt " + invoice + " has other goods. Cancel it and sell with a new number")
        sale = {"TransactionType": "N", "InvoiceNo": invoice, "OutletCode": self.outlet, "MembershipNo": member}
        sale.update(PerformedAt=self.server_time(), TotalAmount=total_of(details), Details=details)
        return answer(self.enter("sale:" + invoice, SALE, sale), "Receipt " + invoice)

    def add_line(self, invoice, line):
        body = {"InvoiceNo": invoice, **detail_of(line)}
        return answer(self.enter(f"line:{invoice}:{line['line']}", LINE, body), "Line of " + invoice)

    def take_back(self, number, invoice, lines=None):
        """Returns lines of a receipt, or the whole receipt. The return has a number of its own."""
        body = {"TransactionType": "C", "InvoiceNo": number, "OriginalInvoiceNo": invoice, "PerformedAt": self.server_time()}
        if lines:
            quantity = lambda line: {"Quantity": line["quantity"]} if "quantity" in line else {}
            body["Details"] = [{"OldSequenceNo": line["line"], **quantity(line)} for line in lines]
        return answer(self.enter("return:" + number, SALE, body), "Return " + number)

    def redeem(self, member, points, invoice):
        # With the invoice as its object, a later return of the goods refunds the points.
        body = {"MembershipNo": member, "Points": points, "ObjectType": "Invoice", "ObjectValue": invoice}
        return answer(self.enter("redeem:" + invoice, REDEEM, body), "Redemption for " + invoice)

    def refund(self, invoice):
        redemption = self.find("redeem:" + invoice)
        if not redemption or redemption["state"] != "done":
            return refused("No points were redeemed for " + invoice)
        body = {"HistoryId": json.loads(redemption["reply"])["History"]["HistoryId"], "Remark": "Refund of " + invoice}
        return answer(self.enter("refund:" + invoice, REFUND, body), "Refund for " + invoice)

    def pay_voucher(self, voucher, code, invoice):
        body = {"VoucherNo": voucher, "SecurityCode": code, "InvoiceNo": invoice}
        return answer(self.enter(f"voucher:{voucher}:{invoice}", VOUCHER, body), "Voucher " + voucher)

    def sync(self):
        self.flush()
        return {"outcome": "queued" if self.waiting() else "done", "shown": f"{self.waiting()} waiting"}


def money(value):
    return str(value.quantize(Decimal("0.01"), ROUND_HALF_UP))


def detail_of(line):
    """A line of the receipt as the call wants it: decimal text, net amount rounded half up."""
    discount = line.get("discount", "0.00")
    net = (Decimal(line["quantity"]) * Decimal(line["unitPrice"])).quantize(Decimal("0.01"), ROUND_HALF_UP)
    detail = {"SequenceNo": line["line"], "Brand": line["brand"], "Description": line["description"]}
    detail.update(Quantity=line["quantity"], UnitPrice=line["unitPrice"], Discount=discount)
    return {**detail, "NetAmount": money(net - Decimal(discount))}


def total_of(details):
    return money(sum((Decimal(detail["NetAmount"]) for detail in details), Decimal(0)))


def refused(shown):
    return {"outcome": "refused", "shown": shown}


def answer(act, name):
    """What the cashier sees of an act."""
    reply = json.loads(act["reply"])
    if act["state"] == "waiting":
        return {"outcome": "queued", "shown": name + " is stored and will be sent"}
    if act["state"] == "refused":
        return refused(name + ": " + reply.get("message", "refused"))
    balance = reply.get("PointsAvailable", reply.get("Balance", {}).get("Available"))
    return {"outcome": "done", "shown": f"{name}: {balance} points" if balance is not None else name, "balance": balance}


def perform(till, command):
    """A command of the conformance kit; its protocol is in docs/conformance.md."""
    member, invoice = command.get("membershipNo"), command.get("invoiceNo")
    act = command["do"]
    if act == "start":
        till.start(command["url"], command["clientId"], command["clientSecret"], command["outlet"], command["resume"])
        return {"outcome": "done", "shown": "Signed in" if till.token else "Not connected"}
    if act == "lookup":
        return till.look_up(command["typed"])
    if act == "sell":
        return till.sell(invoice, member, command["lines"])
    if act == "addLine":
        return till.add_line(invoice, command["line"])
    if act == "return":
        return till.take_back(command["returnNo"], invoice, command.get("lines"))
    if act == "exchange":
        returned = till.take_back(command["returnNo"], invoice, command["lines"])
        return returned if returned["outcome"] == "refused" else till.sell(command["newInvoiceNo"], member, command["newLines"])
    if act == "redeem":
        return till.redeem(member, command["points"], invoice)
    if act == "refund":
        return till.refund(invoice)
    if act == "payVoucher":
        return till.pay_voucher(command["voucherNo"], command["securityCode"], invoice)
    if act == "sync":
        return till.sync()
    return {"outcome": "unsupported", "shown": "This till does not reserve points"}


def drive(till):
    for line in sys.stdin:
        command = json.loads(line)
        print(json.dumps({"id": command["id"], **perform(till, command)}), flush=True)


def play_a_day(till, member):
    """A look-up, a previewed sale paid in part with points, and a return that refunds the points."""
    invoice = "PY-" + datetime.now().strftime("%Y%m%d%H%M%S")
    ring = {"line": 1, "brand": "Carat", "description": "Ring 18k", "quantity": "1", "unitPrice": "1250.00"}
    print(till.look_up(member)["shown"])
    print("Points of the sale:", till.preview(member, [ring]))
    print(till.sell(invoice, member, [ring])["shown"])
    print(till.redeem(member, 10, invoice)["shown"])
    print(till.refund(invoice)["shown"])
    print(till.take_back(invoice + "-R", invoice, [{"line": 1}])["shown"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A till for Carat")
    parser.add_argument("--driver", action="store_true", help="obey the conformance kit on standard input")
    parser.add_argument("--store", default="till.db", help="the file of the queue")
    parser.add_argument("--url", default="http://127.0.0.1:4100")
    parser.add_argument("--member", help="a membership number, phone or e-mail")
    options = parser.parse_args()
    counter = Till(options.store)
    if options.driver:
        drive(counter)
    else:
        secret = os.environ.get("CARAT_CLIENT_SECRET", "sandbox-till-secret-for-tests-only")
        counter.start(options.url, os.environ.get("CARAT_CLIENT_ID", "pos"), secret, "KL1", resume=True)
        play_a_day(counter, options.member)
