"""Each thing that can be wrong is found, with what to do about it."""

from pathlib import Path
from typing import Any

import pytest

from stelae.cli import doctor, main
from stelae.cli.place import Place
from tests.cli.conftest import Stelae
from tests.docs.ollama_stub import Sent, ollama_stub
from tests.providers.embedders.server import embedding_server


def checks(stelae: Stelae, *arguments: str) -> dict[str, Any]:
    """Run doctor and return its findings by name."""
    return {check["name"]: check for check in stelae("doctor", "--json", *arguments).json["checks"]}


def test_a_sound_memory_is_all_ok(stelae: Stelae) -> None:
    """Exit code 0 and no problem."""
    stelae("init", "--no-check")
    ran = stelae("doctor")
    assert ran.code == main.DONE, ran.out
    assert "✗" not in ran.out


def test_looking_makes_nothing(stelae: Stelae, data: Path) -> None:
    """Doctor on a folder that is not there does not make it."""
    found = checks(stelae)
    assert found["folder"]["status"] == "note"
    assert "stelae init" in found["folder"]["remedy"]
    assert not data.exists()


def test_a_folder_that_others_can_read_is_a_problem(stelae: Stelae, data: Path) -> None:
    """Memories are private."""
    stelae("init", "--no-check")
    data.chmod(0o755)
    assert "chmod 700" in checks(stelae)["privacy"]["remedy"]
    assert stelae("doctor").code == main.FAILED


def test_a_file_where_a_folder_should_be_is_a_finding(stelae: Stelae, tmp_path: Path) -> None:
    """Doctor itself never fails."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    found = checks(stelae, "--data", str(tmp_path / "file"))
    assert found["folder"]["status"] == "problem"
    assert "--data" in found["folder"]["remedy"]


def test_a_broken_policy_is_a_problem_and_not_a_traceback(stelae: Stelae, data: Path) -> None:
    """The row is named."""
    stelae("init", "--no-check")
    (data / "policy.yaml").write_text("rows:\n  fact:\n    min_confidence: 7\n", encoding="utf-8")
    found = checks(stelae)
    assert found["policy"]["status"] == "problem"
    assert "min_confidence" in found["policy"]["detail"]


def test_a_damaged_store_is_a_problem(stelae: Stelae, data: Path) -> None:
    """Whatever opening it raises becomes a finding."""
    stelae("remember", "我家猫叫芝麻")
    for path in data.glob("*.db*"):
        path.write_bytes(b"this is no database" * 100)
    assert checks(stelae)["store"]["status"] == "problem"
    assert stelae("list").code == main.STORE


def test_a_network_file_system_is_a_problem(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WAL needs locks that hold (architecture section 6)."""
    stelae("init", "--no-check")

    def nfs(_folder: Path) -> str:
        return "nfs4"

    monkeypatch.setattr(doctor, "file_system", nfs)
    assert checks(stelae)["disk"]["status"] == "problem"


def test_the_file_system_of_a_folder_is_that_of_its_nearest_mount(tmp_path: Path) -> None:
    """The longest mount point that holds the folder."""
    table = "/dev/a / ext4 rw 0 0\nserver:/x /mnt/share nfs4 rw 0 0\ntmpfs /mnt/share/deep tmpfs rw 0 0\n"
    (tmp_path / "mounts").write_text(table, encoding="utf-8")
    kinds = [
        doctor.file_system(Path(p), mounts=tmp_path / "mounts")
        for p in ("/home/x", "/mnt/share/y", "/mnt/share/deep/z")
    ]
    assert kinds == ["ext4", "nfs4", "tmpfs"]
    assert doctor.file_system(Path("/"), mounts=tmp_path / "none") == ""


def test_without_a_model_the_remedy_is_the_pull_line(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No problem, since the rules work alone, unless the settings insist on a model."""
    monkeypatch.setenv("STELAE_MODEL_HOST", "http://127.0.0.1:9")
    monkeypatch.setenv("STELAE_EXTRACTOR", "auto")
    found = checks(stelae)["model"]
    assert found["status"] == "note"
    assert "does not answer" in found["detail"]
    assert "time-out 60 s, keep-alive 10m" in found["detail"]
    assert "ollama pull qwen3:8b" in found["remedy"]
    monkeypatch.setenv("STELAE_EXTRACTOR", "llm")
    assert checks(stelae)["model"]["status"] == "problem"


def test_a_reachable_model_is_named_with_what_else_is_there(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chosen, provider, address."""
    monkeypatch.setenv("STELAE_EXTRACTOR", "auto")
    with ollama_stub(lambda _request: "", model="llama3.2:3b") as stub:
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        found = checks(stelae)["model"]
    assert found["status"] == "ok"
    assert "llama3.2:3b" in found["detail"]
    assert stub.url in found["detail"]
    assert "held by json_schema" in found["detail"]


def test_a_model_that_is_there_and_fails_is_told(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked for one word, to see how its answers are held to their form."""
    monkeypatch.setenv("STELAE_EXTRACTOR", "llm")
    with ollama_stub(lambda _request: Sent(status=500), honest=False) as stub:
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        found = checks(stelae)["model"]
    assert found["status"] == "problem"
    assert "status 500" in found["detail"]


def test_dev_02_5_time_out_and_keep_alive_are_shown(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they are set."""
    monkeypatch.setenv("STELAE_EXTRACTOR", "auto")
    monkeypatch.setenv("STELAE_MODEL_TIMEOUT_S", "33")
    monkeypatch.setenv("STELAE_MODEL_KEEP_ALIVE", "2m")
    with ollama_stub(lambda _request: "") as stub:
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        assert "time-out 33 s, keep-alive 2m" in checks(stelae)["model"]["detail"]


def test_another_embedder_than_the_stored_one_is_a_problem_with_its_remedy(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are named, and the command that makes new vectors (DEV-22)."""
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "fast")
    stelae("remember", "我家猫叫芝麻", "--no-wait")
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "ollama")
    monkeypatch.setenv("STELAE_EMBEDDER_MODEL", "nomic-embed-text")
    with ollama_stub(lambda _request: "") as stub:
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        found = checks(stelae)
    assert found["embedders"]["status"] == "problem"
    assert "stelae reembed" in found["embedders"]["detail"]


def test_a_wrong_setting_ends_the_examination_with_its_name(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else can be looked at then."""
    monkeypatch.setenv("STELAE_EXTRACTOR", "magic")
    found = checks(stelae)
    assert found["settings"]["status"] == "problem"
    assert "extractor" in found["settings"]["detail"]


def test_a_check_is_shown_with_its_remedy(stelae: Stelae) -> None:
    """People see the arrow to what helps."""
    assert doctor.examine(Place())[0].name == "versions"
    assert "→" in stelae("doctor").out


def test_dev_14_4_where_the_server_listens_is_shown_and_open_without_a_key_is_a_problem(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loopback needs no key; elsewhere, or behind a proxy's name, there has to be one."""
    found = checks(stelae)["server"]
    assert (found["status"], "127.0.0.1, port 7437, this machine only" in found["detail"]) == (
        "ok",
        True,
    )
    monkeypatch.setenv("STELAE_SERVER_HOST", "::")
    found = checks(stelae)["server"]
    assert (found["status"], found["remedy"]) == ("problem", "stelae keys create NAME")
    assert "open to others" in found["detail"]
    monkeypatch.setenv("STELAE_SERVER_HOST", "127.0.0.1")
    monkeypatch.setenv("STELAE_SERVER_ALLOWED_HOSTS", "memory.example.com")
    assert checks(stelae)["server"]["status"] == "problem"
    assert stelae("keys", "create", "小林").code == main.DONE
    assert checks(stelae)["server"]["status"] == "ok"


def test_keys_that_soon_expire_or_cannot_be_read_are_found(stelae: Stelae, data: Path) -> None:
    """By name and day; those that hold no more are counted, not named."""
    stelae("keys", "create", "old-laptop")
    made = stelae("keys", "create", "审阅", "--role", "reviewer", "--expires", "7d", "--json").json
    stelae("keys", "create", "later", "--expires", "60d")
    found = checks(stelae)["server"]
    assert found["status"] == "note"
    assert f"审阅 ({made['key']['id']}, reviewer) on " in found["detail"]
    assert "later" not in found["detail"]
    stelae("keys", "revoke", made["key"]["id"])
    found = checks(stelae)["server"]
    assert (found["status"], "2 of 3 keys hold" in found["detail"]) == ("ok", True)
    (data / "keys.json").chmod(0o644)
    found = checks(stelae)["server"]
    assert (found["status"], "chmod 600" in found["detail"]) == ("problem", True)


def test_a_command_works_while_the_embedding_server_is_away_and_doctor_says_so(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R17: reading, writing and forgetting go by keywords until it is back; nothing is a failure."""
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "ollama")
    monkeypatch.setenv("STELAE_EMBEDDER_MODEL", "e")
    with embedding_server() as server:
        monkeypatch.setenv("STELAE_MODEL_HOST", server.url)
        assert stelae("remember", "我家猫叫芝麻").code == main.DONE
        assert stelae("worker", "--once").code == main.DONE
        assert checks(stelae)["embedders"]["status"] == "ok"
        assert server.texts
    for profile in ("ollama", "auto"):
        monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", profile)
        for command in ("list", "pending", "stats", "recall 芝麻", "forget 芝麻"):
            ran = stelae(*command.split())
            assert ran.code == main.DONE, (command, ran.err)
        assert "芝麻" in stelae("recall", "芝麻").out
        found = checks(stelae)["embedders"]
        assert (found["status"], "Ollama does not answer" in found["detail"]) == ("note", True)


def test_doctor_says_what_stays_here_where_the_embedder_is_elsewhere(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the settings: nothing stays where all may go."""
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "openai")
    monkeypatch.setenv("STELAE_EMBEDDER_MODEL", "e")
    monkeypatch.setenv("STELAE_MODEL_HOST", "http://stelae.invalid/v1")
    stelae("init", "--no-check")
    detail = checks(stelae)["embedders"]["detail"]
    assert "NOT on this machine" in detail
    assert "model.remote_sensitive" in detail
    monkeypatch.setenv("STELAE_MODEL_REMOTE_SENSITIVE", "true")
    detail = checks(stelae)["embedders"]["detail"]
    assert "NOT on this machine" in detail
    assert "model.remote_sensitive" not in detail
