import base64, http.client, json, os, sys, time, urllib.request, uuid

BASE = os.environ["DELAY_URL"]  # for instance http://localhost:8080/delay/v1
AUTH = "Basic " + base64.b64encode(os.environ["DELAY_CREDENTIALS"].encode()).decode()  # user:password


def call(path, body):
    request = urllib.request.Request(BASE + path, json.dumps(body).encode(),
                                     {"Content-Type": "application/json", "Authorization": AUTH})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.loads(response.read() or "null")


def work(topic, handle):
    reservation = None
    while True:
        try:
            if reservation:  # The last response was lost, so a job may be reserved for it
                call(f"/topics/{topic}/hand-back", {"consumer": "worker", "reservation": reservation})
            reservation = str(uuid.uuid4())
            jobs = call(f"/topics/{topic}/reserve",
                        {"wait": "20s", "consumer": "worker", "reservation": reservation})["jobs"]
            reservation = None
            for job in jobs:
                lease = {"id": job["id"], "token": job["token"]}
                try:
                    handle(job)
                except Exception as ex:
                    call(f"/topics/{topic}/fail", {**lease, "error": repr(ex), "delay": "10s"})
                else:
                    call(f"/topics/{topic}/ack", lease)
        except (OSError, http.client.HTTPException) as ex:  # No connection, or a response such as 503 or 409
            print(f"topic {topic}: {ex!r}", file=sys.stderr)
            time.sleep(1)


if __name__ == "__main__":
    work(sys.argv[1], lambda job: print("handled", job["id"], job.get("payload"), flush=True))
