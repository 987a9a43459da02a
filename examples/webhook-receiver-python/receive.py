"""Receives webhooks of Carat, verifies them, and stores each event once in an SQLite file.

Usage: receive.py PORT SECRET FILE
The secret begins with whsec_. Behind a proxy with TLS, let the proxy forward the requests to PORT on this machine.
During a rotation of the secret, start the program with both secrets, separated by a comma.
Needs Python 3.9 or newer and no packages.
"""

import base64
import hashlib
import hmac
import json
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
BODY_BYTES_MAX = 1_000_000

SCHEMA = """
create table if not exists event (webhook_id text primary key, type text not null, member text, sequence integer, body text not null);
"""


def is_genuine(secrets, headers, body, now):
    """Returns whether one of the secrets has signed the request, and whether the request is recent."""
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not webhook_id or not timestamp.isdigit() or abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    content = f"{webhook_id}.{timestamp}.".encode() + body
    genuine = False
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        expected = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
        for signature in headers.get("webhook-signature", "").split(" "):
            genuine |= hmac.compare_digest(expected.encode(), signature.encode())
    return genuine


class Receiver(BaseHTTPRequestHandler):
    secrets = []
    file = ""

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdigit() or int(length) > BODY_BYTES_MAX:
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_genuine(self.secrets, self.headers, body, time.time()):
            return self.answer(401)
        event = json.loads(body)
        data = event["data"]
        # The event is stored before the answer, so that a crash loses nothing: Carat sends the event again.
        with sqlite3.connect(self.file, timeout=10) as database:
            database.execute(
                "insert into event values (?, ?, ?, ?, ?) on conflict do nothing",
                (
                    self.headers["webhook-id"],
                    event["type"],
                    data.get("MembershipNo"),
                    data.get("MemberSequence"),
                    body.decode(),
                ),
            )
        database.close()
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def main():
    _, port, secret, Receiver.file = sys.argv
    Receiver.secrets = secret.split(",")
    with sqlite3.connect(Receiver.file) as database:
        database.executescript(SCHEMA)
    database.close()
    server = ThreadingHTTPServer(("127.0.0.1", int(port)), Receiver)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
