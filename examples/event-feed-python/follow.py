"""Copies members, balances, vouchers and rewards of Carat into an SQLite file, and keeps the copy up to date by the event feed.

Usage: follow.py URL CLIENT_ID CLIENT_SECRET FILE [--once]
The URL is the address of the server, such as https://carat.example. With --once the program ends at the end of the feed.
It can be killed at any moment: the cursor is stored in the same transaction as the effects of the events.
Needs Python 3.9 or newer and no packages.
"""

import base64
import http.client
import json
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

SCHEMA = """
create table if not exists feed (only_row integer primary key check (only_row = 1), cursor text not null);
create table if not exists member (number text primary key, status text, category text, customer integer);
create table if not exists balance (number text primary key, points integer not null, ledger_no integer not null);
create table if not exists voucher (number text primary key, status text, value text, expires text);
create table if not exists reward (code text primary key, member text, status text, voucher text);
"""
RETRIED = {401, 429, 503}


class Carat:
    """Sends calls with a token, which it renews, and repeats those that the server could not answer."""

    def __init__(self, url, client_id, secret):
        self.url = url.rstrip("/")
        self.basic = base64.b64encode(f"{client_id}:{secret}".encode()).decode()
        self.token = None

    def sign_in(self):
        request = urllib.request.Request(
            f"{self.url}/oauth/token",
            data=b"grant_type=client_credentials",
            headers={"authorization": f"Basic {self.basic}"},
        )
        with urllib.request.urlopen(request, timeout=30) as reply:
            self.token = json.load(reply)["access_token"]

    def open(self, path):
        """Opens a reply. The caller closes it. Raises the HTTPError of a final refusal."""
        while True:
            try:
                if self.token is None:
                    self.sign_in()
                request = urllib.request.Request(
                    f"{self.url}/api/1.0{path}", headers={"authorization": f"Bearer {self.token}"}
                )
                return urllib.request.urlopen(request, timeout=60)
            except urllib.error.HTTPError as error:
                if error.code not in RETRIED:
                    raise
                if error.code == 401:
                    self.token = None
                time.sleep(int(error.headers.get("retry-after") or 1))
            except (OSError, http.client.HTTPException):
                time.sleep(0.2)

    def events(self, cursor, wait):
        query = urllib.parse.urlencode({"after": cursor, "limit": 1000, "wait": wait})
        while True:
            try:
                with self.open(f"/events?{query}") as reply:
                    return json.load(reply)
            except (OSError, ValueError, http.client.HTTPException) as error:
                if isinstance(error, urllib.error.HTTPError):
                    raise
                time.sleep(0.2)  # The reply was cut, so the call is repeated.

    def snapshot(self, kind):
        """Returns the cursor and an iterator of the records, which raises a ValueError if the reply is cut."""
        reply = self.open(f"/snapshots/{kind}")
        return json.loads(reply.readline())["Cursor"], self.records(reply)

    @staticmethod
    def records(reply):
        count = 0
        for line in reply:
            record = json.loads(line)
            if record.keys() == {"Count"}:
                if record["Count"] != count:
                    break
                return
            count += 1
            yield record
        raise ValueError("The snapshot was cut")


def start(carat, copy):
    while True:
        try:
            return replace(carat, copy)
        except (OSError, ValueError, http.client.HTTPException) as error:
            print(f"The snapshot is read again: {error}", file=sys.stderr)
            time.sleep(1)


def replace(carat, copy):
    """Replaces the copy by snapshots. The feed continues from the oldest of their cursors."""
    with copy:
        copy.executescript("begin; delete from member; delete from balance; delete from voucher; delete from reward; delete from feed;")
        cursor, members = carat.snapshot("members")
        copy.executemany(
            "insert into member values (:MembershipNo, :Status, :CardCategoryCode, :CustomerId)", members
        )
        copy.executemany("insert into balance values (:MembershipNo, :Points, :LedgerNo)", carat.snapshot("balances")[1])
        copy.executemany("insert into voucher values (:VoucherNo, :Status, :Value, :ExpiryDate)", carat.snapshot("vouchers")[1])
        copy.executemany("insert into reward values (:ReferenceCode, :MembershipNo, :Status, :VoucherNo)", carat.snapshot("rewards")[1])
        copy.execute("insert into feed values (1, ?)", [cursor])
    return cursor


def apply(copy, event):
    data, number = event["Data"], event["MembershipNo"]
    kind = event["Type"]
    if kind == "points.moved":
        # Entries that the snapshot already counted have a number that is not higher.
        copy.execute("insert or ignore into balance values (?, 0, 0)", [number])
        copy.execute(
            "update balance set points = points + ?, ledger_no = ? where number = ? and ledger_no < ?",
            [data["Points"], data["LedgerNo"], number, data["LedgerNo"]],
        )
    elif kind.startswith("membership."):
        copy.execute(
            "insert or replace into member values (?, ?, ?, ?)",
            [number, data["Status"], data["CardCategoryCode"], event["CustomerId"]],
        )
    elif kind == "voucher.changed":
        copy.execute(
            "insert or replace into voucher values (?, ?, ?, ?)",
            [data["VoucherNo"], data["Status"], data["Value"], data["ExpiryDate"]],
        )
    elif kind.startswith("reward."):
        copy.execute(
            "insert or replace into reward values (?, ?, ?, ?)",
            [data["ReferenceCode"], number, data["Status"], data["VoucherNo"]],
        )


def main():
    url, client_id, secret, file = [value for value in sys.argv[1:] if not value.startswith("--")]
    once = "--once" in sys.argv
    carat, copy = Carat(url, client_id, secret), sqlite3.connect(file)
    copy.executescript(SCHEMA)
    stored = copy.execute("select cursor from feed").fetchone()
    cursor = stored[0] if stored else start(carat, copy)
    while True:
        try:
            reply = carat.events(cursor, 0 if once else 25)
        except urllib.error.HTTPError as error:
            if json.load(error)["code"] != "event-feed.cursor_unknown":
                raise
            cursor = start(carat, copy)
            continue
        with copy:
            for event in reply["Events"]:
                apply(copy, event)
            copy.execute("update feed set cursor = ?", [reply["Cursor"]])
        cursor = reply["Cursor"]
        if once and not reply["Events"]:
            return


if __name__ == "__main__":
    main()
